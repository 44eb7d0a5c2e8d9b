import { problem } from '#contract/problem.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { repoint } from '#server/crud/repoint.ts'
import { placesOf } from '#server/crud/uses.ts'
import { isBelow } from './tree.ts'

/** One item takes over for another: everything that held the one holds the other, and the one is archived. */
export async function mergeItems(occasion: Occasion): Promise<Record<string, unknown>> {
  const { tx, ask, register, module, row, args, now } = occasion
  const into = args.into as number
  if (into === row.id) throw invalid({ into: 'An item cannot be merged into itself.' })
  if (into !== ask.wish.args.into) throw invalid({ into: 'This has itself been merged; choose another.' })
  const target = await tx.load(module, into)
  if (!target || target.archivedAt) throw problem('not-now', 'The other item is no longer there.')
  if (target.stage !== row.stage) throw invalid({ into: 'Only items of the same stage can be merged.' })
  if (await isBelow(tx, module, target, row.id))
    throw invalid({ into: 'This lies below the item that it would replace.' })
  if (row.stage !== undefined && row.active && !target.active)
    throw invalid({ into: 'This is switched off; its stage would have no active item.' })

  const written = {
    actor: ask.actor.id,
    action: 'change',
    mid: ask.wish.mid,
    device: ask.device,
    request: ask.request,
    offline: ask.offline,
  }
  // The rules of the lists that hold it (no twins below one parent) are of those who change them, not of this.
  await repoint(tx, placesOf(register, module), row.id, into, async (user, found, changes) => {
    await tx.update(user, found, { ...changes, updatedAt: now, updatedBy: ask.actor.id }, written)
  })
  return { mergedInto: into, archivedAt: now }
}
