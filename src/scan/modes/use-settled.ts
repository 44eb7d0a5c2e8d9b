import { useEffect, useEffectEvent } from 'react'
import { useData } from '#src/data/data.ts'
import { useLive } from '#src/data/shared-live.ts'
import { wordsFor } from '#src/data/words.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import type { Entry, Settled } from './entries.ts'

/** What became of what waits in the outbox: it was sent, refused, corrected or taken back. */
export function settledBy(op: OutboxOp | undefined, instead?: OutboxOp): Settled {
  // What the device remembers no longer came to its end long ago.
  if (!op || op.state === 'discarded' || op.state === 'cancelling') return null
  if (op.state === 'superseded') return instead ? settledBy(instead) : { state: 'waits', mid: op.mid }
  if (op.state === 'done') return { state: 'done', mid: op.mid }
  if (op.state === 'pending' || op.state === 'sending') return { state: 'waits', mid: op.mid }
  const { code = op.state, message } = op.problem ?? {}
  return { state: 'failed', why: wordsFor(code.replaceAll('_', '-'), message), mid: op.mid }
}

async function readSettled(db: UserDb, mids: readonly string[]): Promise<ReadonlyMap<string, Settled>> {
  const ops = await db.outbox.where('mid').anyOf(mids).toArray()
  const settled = new Map<string, Settled>()
  for (const mid of mids) {
    const op = ops.find(one => one.mid === mid)
    const isOther = op?.state === 'superseded'
    const lane = isOther ? await db.outbox.where('lane').equals(op.lane).toArray() : []
    const after = lane.filter(one => one.supersedes === mid || one.alsoSupersedes.includes(mid))
    settled.set(
      mid,
      settledBy(
        op,
        after.find(one => one.state !== 'superseded'),
      ),
    )
  }
  return settled
}

/** Follows what was kept on this device until the server says what became of it. */
export function useSettled(entries: readonly Entry[], settle: (settled: ReadonlyMap<string, Settled>) => void): void {
  const { db } = useData()
  const mids = entries.flatMap(({ mid, state }) => (mid !== undefined && state !== 'done' ? mid : []))
  const settled = useLive(db, mids.length === 0 ? null : `settled:${mids.join()}`, read => readSettled(read, mids))
  const tell = useEffectEvent(settle)
  useEffect(() => {
    if (settled) tell(settled)
  }, [settled])
}
