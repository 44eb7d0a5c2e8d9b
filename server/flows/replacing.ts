import { replacement } from '#contract/modules/service/replacement.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import type { Tx } from '#server/crud/store.ts'

type Named = { id: number; number: string }

/** The replacement that is under way for a device, or with one. */
export async function replacementOf(
  tx: Pick<Tx, 'also'>,
  field: 'old_unit' | 'new_unit',
  device: number,
  but = 0,
): Promise<Named | null> {
  const [found] = await tx.also<Named>(
    `select id, number from ${replacement.name}
     where ${field} = $1 and id <> $2 and stage = any($3) and archived_at is null limit 1`,
    [device, but, underWay],
  )
  return found ?? null
}

export const underWay: readonly string[] = ['requested', 'approved', 'awaitingOldUnit', 'allocated', 'dispatched']

/** What is set aside for a replacement goes where the replacement takes it. */
export async function refuseSetAside({ tx, before, row, action, trusted }: Occasion): Promise<void> {
  if (trusted || !before || (before.stage !== 'allocated' && before.stage !== 'shipped') || before.order) return
  const isOther = row.product !== before.product || row.colour !== before.colour
  if (!isOther && action !== 'archive' && !(action in unit.moves!)) return
  const found = await replacementOf(tx, 'new_unit', before.id)
  if (found) throw problem('not-now', `This device is set aside for replacement ${found.number}: change that one.`)
}

const away: readonly string[] = ['restock', 'scrap', 'lose']

/** What is being replaced waits for that: nobody sells it, or gives it up, before its customer has the new one. */
export async function refuseReplacing({ tx, row, action, trusted }: Occasion): Promise<void> {
  const found = trusted || !away.includes(action) ? null : await replacementOf(tx, 'old_unit', row.id)
  if (found)
    throw problem(
      'not-now',
      `This device is being replaced: ${found.number}. Hand the new one over first, or cancel that.`,
    )
}
