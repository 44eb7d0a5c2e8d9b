import type { Module } from '#contract/module.ts'
import type { Occasion } from '#server/crud/behaviour.ts'

/** Whose a record is, theirs is what hangs on it by this field. */
export async function handOn({ tx, row, before, update }: Occasion, field: string, hanging: readonly Module[]) {
  const { assignedTo, dealerBranch } = row
  if (!before || (before.assignedTo === assignedTo && before.dealerBranch === dealerBranch)) return
  for (const of of hanging)
    for (const one of await tx.where(of, field, row.id)) await update(of, one, { assignedTo, dealerBranch })
}
