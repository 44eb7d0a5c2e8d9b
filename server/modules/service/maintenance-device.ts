import { product } from '#contract/modules/catalogue/product.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { warrantyVerdict } from '#contract/warranty.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { toChange } from '#server/flows/to-change.ts'
import { houseRules, type HouseRules } from '#server/lib/house-rules.ts'

type Values = Record<string, unknown>

const rowOf = ({ row }: Occasion): Maintenance => row as unknown as Maintenance

/** What a serial number says is believed more than what somebody chose beside it. */
export async function refuseOtherProduct({ tx, row, before, changes }: Occasion): Promise<void> {
  const said = row as unknown as Maintenance
  if (said.unit === null || said.product === null) return
  if (before && !('unit' in changes) && !('product' in changes)) return
  const [device] = await tx.find(unit, [said.unit])
  if (device && device.product !== said.product)
    throw invalid({ product: 'The device with this serial number is another product.' })
}

/** Its product and serial number, whether it was under warranty when it came, and the repair before. */
export async function knownOfDevice(occasion: Occasion): Promise<Values> {
  const { tx, before } = occasion
  const row = rowOf(occasion)
  if (row.unit === null) return before?.unit ? { warranted: null, warrantyUntil: null, repeats: null, earlier: [] } : {}
  const [found] = await tx.find(unit, [row.unit])
  if (!found) return {}
  const device = found as unknown as Unit
  const own: Values = { product: device.product, serial: device.serial }
  const isNew = before?.unit !== row.unit
  if (!isNew && occasion.changes.problems === undefined) return own
  const at = await doneAt(occasion)
  const house = await houseRules(tx, at)
  if (isNew) Object.assign(own, await warrantyThen(occasion, device, house), await jobsBefore(occasion))
  return { ...own, repeats: await repairBefore(occasion, at, house) }
}

async function warrantyThen({ tx }: Occasion, device: Unit, house: HouseRules): Promise<Values> {
  const [of] = await tx.find(product, [device.product])
  const days = (of?.warrantyDays as number | undefined) ?? 0
  const { covered, until } = warrantyVerdict(device, house.today, { start: house.warrantyStart, days })
  return { warranted: covered, warrantyUntil: until }
}

/** The last job on this device about one of these problems, as far back as the house says. */
async function repairBefore(occasion: Occasion, at: string, { repeatDays }: HouseRules): Promise<number | null> {
  const { id, unit: device, problems } = rowOf(occasion)
  const known = problems.flatMap(({ problem }) => (problem === null ? [] : [problem]))
  if (known.length === 0) return null
  const [found] = await occasion.tx.also<{ id: number }>(
    `select id from maintenance where unit = $1 and id <> $2 and stage in ('handedOver', 'closed')
       and handed_over_at > $3::timestamptz - make_interval(days => $4::int)
       and exists (select 1 from jsonb_array_elements(problems) one where (one ->> 'problem')::int8 = any($5::int8[]))
     order by handed_over_at desc limit 1`,
    [device, id, at, repeatDays, known],
  )
  return found?.id ?? null
}

/** So many jobs before are told of. */
const TOLD = 3

/** What was done to the device before, in few words: whoever gets the job takes it along. */
export async function jobsBefore({ tx, row }: Occasion): Promise<Values> {
  if (row.unit === null) return {}
  const earlier = await tx.also(
    `select id, number, coalesce(handed_over_at, created_at) as at, left(work_done, 200) as done,
       (select left(string_agg(one ->> 'text', ', '), 200) from jsonb_array_elements(problems) one) as problem
     from maintenance where unit = $1 and id <> $2 and stage <> 'cancelled'
       and created_at <= coalesce((select created_at from maintenance where id = $2), now())
     order by created_at desc, id desc limit ${TOLD}`,
    [row.unit, row.id],
  )
  return { earlier }
}

const fixable: readonly string[] = ['inStock', 'quarantine', 'withCustomer']

/** It is with us to be repaired, where our books have it in a place from which it could come. */
export async function takeDevice({ tx, row, update }: Occasion): Promise<void> {
  const device = row.unit === null ? null : await toChange(tx, unit, row.unit as number)
  if (device && fixable.includes(String(device.stage))) await update(unit, device, { stage: 'inService' })
}

/**
 * What this job took in, and no other one has on its bench, goes back to whose it is. What is ours is looked at before it is
 * sold; handed over to a customer it is theirs.
 */
export async function giveDeviceBack({ tx, row, before, update }: Occasion, isHandedOver: boolean): Promise<void> {
  if (row.unit === null || !before?.receivedAt) return
  const device = await toChange(tx, unit, row.unit as number)
  if (device?.stage !== 'inService') return
  const [other] = await tx.also(
    `select 1 from maintenance where unit = $1 and id <> $2 and received_at is not null and stage = any($3) limit 1`,
    [row.unit, row.id, maintenance.offline.open],
  )
  if (other) return
  const owner = device.customer ?? (isHandedOver ? row.customer : null)
  await update(unit, device, owner === null ? { stage: 'quarantine' } : { stage: 'withCustomer', customer: owner })
}
