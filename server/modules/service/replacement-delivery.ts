import { maintenance } from '#contract/modules/service/maintenance.ts'
import type { Replacement } from '#contract/modules/service/replacement.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { toChange } from '#server/flows/to-change.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import { isGone, isHere, putAside, theirOld, writeOffOld } from './replacement-devices.ts'

type Values = Record<string, unknown>

const ready: readonly string[] = ['allocated', 'shipped']

/** The customer has the new device: it is theirs, with what its warranty is, and the old one is ours or written off. */
export async function deliver(occasion: Occasion): Promise<Values> {
  const { tx, update, action } = occasion
  const row = occasion.row as unknown as Replacement
  const at = await doneAt(occasion)
  const { today } = await houseRules(tx, at)
  const device = row.newUnit === null ? null : await toChange(tx, unit, row.newUnit)
  if (!device || !ready.includes(String(device.stage)))
    throw problem('not-now', 'The new device is not set aside any more. Release it, and scan another one.')
  // Where somebody else has it by now, it is no more of this.
  const old = await theirOld(occasion)
  await update(unit, device, {
    stage: 'withCustomer',
    customer: row.customer,
    replaces: old?.id ?? null,
    deliveredAt: today,
    soldAt: today,
    // It was sold with what the old one was sold with.
    order: old?.order ?? null,
    orderLine: old?.orderLine ?? null,
    ...warrantyFor(row, old),
  })
  await closeJob(occasion, at)
  return { deliveredAt: at, ...(await settleOld(occasion, old, action === 'swap' || isHere(old), at)) }
}

/** What is left of the old one's goes on to the same day. Begun anew it counts from today, by the rules of the house. */
function warrantyFor({ warranty, oldWarrantyStart, oldWarrantyEnd }: Replacement, old: Unit | null): Values {
  if (warranty === 'restart') return { warrantyBasis: 'delivery' }
  return {
    warrantyBasis: 'carried',
    warrantyStart: oldWarrantyStart,
    warrantyEnd: oldWarrantyEnd,
    warrantyVoid: old?.warrantyVoid ?? null,
  }
}

async function settleOld(occasion: Occasion, old: Unit | null, isHandedIn: boolean, at: string): Promise<Values> {
  const row = occasion.row as unknown as Replacement
  if (row.mode === 'noReturn') {
    await writeOffOld(occasion, old)
    return { writtenOffAt: at }
  }
  if (row.oldBackAt === null && !isHandedIn) return {}
  if (old && !isGone(old)) await putAside(old, occasion, true)
  return { oldBackAt: row.oldBackAt ?? at }
}

const unrepaired: readonly string[] = ['unrepairable', 'ready', 'declined']

/** A job that could not be repaired ends with it. */
async function closeJob({ tx, row, update, args }: Occasion, at: string): Promise<void> {
  const job = row.maintenance ? await toChange(tx, maintenance, row.maintenance as number) : null
  if (!job || !unrepaired.includes(String(job.stage))) return
  await update(maintenance, job, { stage: 'handedOver', handedOverAt: at, signedBy: args.receivedBy })
}
