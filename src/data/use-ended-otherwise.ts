import { useEffect, useState } from 'react'
import { migrated } from '#contract/migrate.ts'
import { untilOver } from '#src/lib/until-over.ts'
import { REMEMBERED_DAYS } from '#src/offline/outbox/over.ts'
import { DONE_ANYWAY, isOpen, TOLD, type OutboxOp } from '#src/offline/outbox/op.ts'
import { soundOps } from '#src/offline/outbox/sound.ts'
import { readMeta, type UserDb } from '#src/offline/user-db.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'

/** More than anybody is told of in the days for which the device remembers it. */
const MOST_TOLD = 500

/** Somebody else has decided about it. */
export const isDecided = (op: OutboxOp): boolean => op.decidedBy !== undefined && !isOpen(op)

/** It was taken back, and had been done before the server heard of that. */
export const isDoneAnyway = (op: OutboxOp): boolean => op.state === 'done' && op.problem?.code === DONE_ANYWAY

/**
 * What did not end as its person said last, and what they were not told of: learned now, or while no page was open. A clock that
 * was set meanwhile can keep the news until the next page, and not longer.
 */
export function useEndedOtherwise(): readonly OutboxOp[] {
  const { db } = useData()
  const [earlier, setEarlier] = useState<readonly OutboxOp[]>([])
  useEffect(() => {
    if (!db) return
    return untilOver(
      untold(db, Date.now() - REMEMBERED_DAYS * 86_400_000),
      setEarlier,
      () => undefined, // the next page says it
    )
  }, [db])
  // Not what is older, which is much to read after each change.
  const now = useLive(db, 'ended-otherwise', db => untold(db, performance.timeOrigin))
  return [...earlier, ...(now ?? [])]
}

async function untold(db: UserDb, since: number): Promise<OutboxOp[]> {
  const told = new Set(await readMeta<string[]>(db, TOLD))
  const isNews = (op: OutboxOp) => (isDecided(op) || isDoneAnyway(op)) && !told.has(op.mid)
  const found = await db.outbox.where('endedAt').above(since).filter(isNews).toArray()
  return soundOps(found).map(op => migrated(op))
}

/** Is this the tab that tells of it? It is told once. */
export const mayTell = (db: UserDb, mid: string): Promise<boolean> =>
  db.transaction('rw', db.meta, async () => {
    const told = (await readMeta<string[]>(db, TOLD)) ?? []
    if (told.includes(mid)) return false
    await db.meta.put({ key: TOLD, value: [mid, ...told].slice(0, MOST_TOLD) })
    return true
  })
