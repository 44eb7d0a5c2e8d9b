import { useEffect, useState } from 'react'
import type { Module } from '#contract/module.ts'
import { openOps } from '#src/offline/outbox/count.ts'
import { moduleOf, type OutboxOp } from '#src/offline/outbox/op.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'

export type Mark = 'waiting' | 'rejected' | 'decision'

/**
 * Of several on one record the last of these is shown. A conflict comes before what was not accepted, as in the header and in
 * the list of what is unsent: over a conflict somebody else's value stands, and is worked with until the person decides.
 */
const ranks: readonly Mark[] = ['waiting', 'rejected', 'decision']

const markOf = ({ state }: OutboxOp): Mark =>
  state === 'conflict' ? 'decision' : state === 'rejected' ? 'rejected' : 'waiting'

/** What the server has within this time was never seen to wait, in ms. */
const GRACE = 700

type Marked = { mark: Mark; since: number }

/** The records that wait, by `module:id`: for a decision, with something that was not accepted, or just to be sent. */
export function useMarks(): ReadonlyMap<string, Mark> {
  const marked = useLive(useData().db, 'marks', readMarks) ?? noMarks
  const [now, setNow] = useState(Date.now)
  const fresh = [...marked.values()].filter(({ since }) => since + GRACE > now)
  const next = fresh.length > 0 ? Math.min(...fresh.map(({ since }) => since)) + GRACE : null
  useEffect(() => {
    if (next === null) return
    // One more: timers may be early by up to 1 ms as the clock sees it, and then nobody would look again.
    const timer = setTimeout(() => setNow(Date.now()), Math.min(GRACE, Math.max(0, next - Date.now())) + 1)
    return () => clearTimeout(timer)
  }, [next])
  if (marked.size === 0) return nobody
  return new Map(
    [...marked].flatMap(([record, { mark, since }]) => (since + GRACE > now ? [] : [[record, mark] as const])),
  )
}
const noMarks: ReadonlyMap<string, Marked> = new Map()
const nobody: ReadonlyMap<string, Mark> = new Map()

async function readMarks(db: UserDb): Promise<ReadonlyMap<string, Marked>> {
  const marks = new Map<string, Marked>()
  for (const op of await openOps(db)) {
    // A note has a lane of its own.
    const record = `${moduleOf(op)}:${op.id}`
    const known = marks.get(record)
    const mark = worse(known?.mark ?? 'waiting', markOf(op))
    const since = mark === 'waiting' ? Math.min(known?.since ?? Infinity, sinceWhen(op)) : 0
    marks.set(record, { mark, since })
  }
  return marks.size === 0 ? noMarks : marks
}

/** What waits since a moment that is still to come was noted by a clock that has been set back since, and is no new one. */
const sinceWhen = ({ at }: OutboxOp): number => (at > Date.now() ? 0 : at)

const worse = (one: Mark, other: Mark): Mark => (ranks.indexOf(one) < ranks.indexOf(other) ? other : one)

/** Does something of this record wait? */
export const useMark = (module: Module, id: number): Mark | null => useMarks().get(`${module.name}:${id}`) ?? null
