import { useState } from 'react'
import { useData } from '#src/data/data.ts'
import { useLive } from '#src/data/shared-live.ts'
import { countUnsent } from '#src/offline/outbox/count.ts'
import type { OpState } from '#src/offline/outbox/op.ts'
import type { UserDb } from '#src/offline/user-db.ts'

/** Fewer than this are gone before anybody reads a number. */
const MANY = 10

/** How much of what waited when it began is sent by now; null where little waits. What was discarded or refused is no part of it. */
export function useProgress(): { done: number; total: number } | null {
  const now = useLive(useData().db, 'progress', countBoth)
  const [from, setFrom] = useState(now)
  if (!now) return null
  const done = now.done - (from?.done ?? 0)
  const total = now.left + done
  // A queue that grows, or has been emptied, begins anew.
  const isAnew = !from || now.left === 0 || done < 0 || total > from.left
  if (isAnew && from !== now) setFrom(now)
  return !isAnew && from.left >= MANY && done > 0 ? { done, total } : null
}

/** How much waits to be sent, and how much has come through, both at one moment. */
const countBoth = (db: UserDb): Promise<{ left: number; done: number }> =>
  db.transaction('r', db.outbox, async () => {
    const of = (state: OpState) => db.outbox.where('state').equals(state).count()
    const [open, conflicts, rejected, done] = await Promise.all([
      countUnsent(db),
      of('conflict'),
      of('rejected'),
      of('done'),
    ])
    return { left: open - conflicts - rejected, done }
  })
