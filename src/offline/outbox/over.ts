import { openOps, type WithFiles } from './count.ts'
import type { OutboxOp } from './op.ts'

/** So long the device remembers what the server has confirmed: longer than any backup that it may be restored from. */
export const REMEMBERED_DAYS = 14

/** Forgets what came to its end long ago. */
export async function pruneEnded(db: WithFiles, now: number): Promise<void> {
  const isOver = endedFor(await openOps(db), (await db.blobs.count()) > 0)
  await db.outbox
    .where('endedAt')
    .below(now - REMEMBERED_DAYS * 86_400_000)
    .and(isOver)
    .delete()
}

type Named = Pick<OutboxOp, 'open' | 'supersedes' | 'alsoSupersedes'>
type Ending = Partial<Pick<OutboxOp, 'open' | 'mid' | 'state'>>

/**
 * Who of these came to their end for good: what an open correction stands for is still needed, should that be discarded or
 * come too late. While files wait, so is what was discarded: nothing else says of them that nobody wants them sent.
 */
export function endedFor(ops: readonly Partial<Named>[], filesWait = false): (op: Ending) => boolean {
  const needed = new Set(ops.flatMap(op => (op.open === 1 ? [op.supersedes, ...(op.alsoSupersedes ?? [])] : [])))
  return ({ open, mid, state }) => open === 0 && !needed.has(mid) && !(filesWait && state === 'discarded')
}
