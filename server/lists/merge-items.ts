import { problem } from '#contract/problem.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { repointed } from '#server/crud/pointers.ts'
import { isBelow } from './tree.ts'
import { placesOf } from './uses.ts'

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
    mid: ask.wish.mid,
    device: ask.device,
    request: ask.request,
    offline: ask.offline,
  }
  for (const { module: user, pointer } of placesOf(register, module)) {
    for (const found of await tx.where(user, pointer.path, row.id)) {
      // Another place of the same record may have been written a moment ago.
      const fresh = (await tx.load(user, found.id))!
      const value = repointed(pointer, fresh[pointer.field], row.id, into)
      const changes = { [pointer.field]: value, updatedAt: now, updatedBy: ask.actor.id }
      await tx.update(user, fresh, changes, { ...written, action: 'change' })
    }
  }
  return { mergedInto: into, archivedAt: now }
}
