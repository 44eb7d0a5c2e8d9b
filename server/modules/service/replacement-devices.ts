import { replacement, type Replacement } from '#contract/modules/service/replacement.ts'
import { otherKind } from '#contract/modules/stock/dispatch-fits.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { toChange } from '#server/flows/to-change.ts'

const rowOf = ({ row }: Occasion): Replacement => row as unknown as Replacement

/** With us, be it looked at or on a bench. */
export const isHere = (device: { stage?: unknown } | null | undefined): boolean =>
  device?.stage === 'quarantine' || device?.stage === 'inService'

/** The new device is meant for this from here on. Whoever swaps at the door takes one that they carry. */
export async function setAside(occasion: Occasion): Promise<void> {
  const { tx, update } = occasion
  const { newUnit, product, colour, mode } = rowOf(occasion)
  const device = newUnit === null ? null : await toChange(tx, unit, newUnit)
  if (!device) throw invalid({ newUnit: 'Scan the new device.' })
  const { stage, holder, serial, ...kind } = device as unknown as Unit
  const other = otherKind({ ...kind, stage, holder }, { product, colour })
  if (other) throw invalid({ newUnit: `${serial} ${kinds[other]}.` })
  const isAtHand = holder === 'us' || (mode === 'doorstepSwap' && holder === 'technician')
  if (stage !== 'inStock' || !isAtHand) throw invalid({ newUnit: `${serial} is not in stock.` })
  await update(unit, device, { stage: 'allocated', holder })
}

const kinds = {
  otherProduct: 'is another product',
  otherColour: 'has another colour',
  archived: 'is archived',
} as const

/** What was set aside is free for others again, with whoever has it. */
export async function putBack({ tx, before, update }: Occasion): Promise<void> {
  const device = before?.newUnit ? await toChange(tx, unit, before.newUnit as number) : null
  if (device?.stage === 'allocated') await update(unit, device, { stage: 'inStock', holder: device.holder })
}

/** The old device, ours to change, where it is still the one that this replacement is about: else somebody else has it by now. */
export async function theirOld({ tx, row }: Pick<Occasion, 'tx' | 'row'>): Promise<Unit | null> {
  const { id, oldUnit, customer } = row as unknown as Replacement
  const old = (await toChange(tx, unit, oldUnit)) as unknown as Unit | null
  if (!old || ![...theirs, ...gone].includes(old.stage)) return null
  if (old.customer === customer) return old
  // A dealer's device may be replaced for whoever bought it there: it counts whether the device changed hands since.
  const [changed] = await tx.also(
    `select 1 from record_history
     where entity = $1 and record_id = $2 and after ? 'customer' and id > (
       select max(id) from record_history where entity = $3 and record_id = $4 and after ? 'old_unit'
     ) limit 1`,
    [unit.name, oldUnit, replacement.name, id],
  )
  return changed ? null : old
}

const theirs: readonly string[] = ['withCustomer', 'inReturn', 'quarantine', 'inService']
const gone: readonly string[] = ['scrapped', 'lost']

export const isGone = ({ stage }: Unit): boolean => gone.includes(stage)

/** It waits to be looked at, and stays its customer's until they have the other one. */
export const putAside = (old: Unit, { update }: Occasion, isDelivered: boolean) =>
  update(unit, old, { stage: 'quarantine', ...(isDelivered && { customer: null }) })

/** It has come, so it must be one that could: nobody takes it from others. */
export async function takeOldBack(occasion: Occasion): Promise<void> {
  const old = await theirOld(occasion)
  if (!old) throw problem('not-now', 'The old device is not theirs any more: it is in stock, or somebody else has it.')
  if (isGone(old)) throw problem('not-now', 'The old device is written off.')
  await putAside(old, occasion, rowOf(occasion).stage === 'delivered')
}

/** Nobody waits for it any more, and nobody has it from us. */
export async function writeOffOld(occasion: Occasion, old: Unit | null): Promise<void> {
  if (old && !isGone(old)) await occasion.update(unit, old, { stage: 'scrapped', customer: null })
}
