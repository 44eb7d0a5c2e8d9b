import { useEffect, useState } from 'react'
import { useData } from '#src/data/data.ts'
import { useLive } from '#src/data/shared-live.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { serverNow } from '#src/lib/clock.ts'
import { useNow } from '#src/lib/use-now.ts'

/** Kept on the device from the press on: when it began to run, what it ran before, and the line that it is going to be. */
type Timer = { since: number | null; before: number; line: number }

/** One that is damaged is as none: it is begun anew. */
function isTimer(value: unknown): value is Timer {
  const { since, before, line } = (value ?? {}) as Partial<Timer>
  return [since ?? 0, before, line].every(part => typeof part === 'number' && Number.isFinite(part))
}

const MINUTE = 60_000
/** Nobody works at one job for so long: what ran on is asked about. */
const LONG = 12 * 60

/** A clock of this device for the work at one job. A reload, a restart or a flat battery leaves it running. */
export function useTimer(id: number, written: readonly { id: number }[]) {
  const { db } = useData()
  const newId = useNewId()
  const now = useNow()
  // A browser that keeps nothing has it as long as the page is open.
  const [here, setHere] = useState<Timer | null>(null)
  const key = `maintenance:${id}:timer`
  const kept = useLive(db, `draft:${key}`, async db => {
    const value = (await db.drafts.get(key))?.value
    return isTimer(value) ? value : null
  })
  const timer = db ? (kept ?? null) : here
  const put = async (next: Timer | null) => {
    if (!db) return setHere(next)
    await (next ? db.drafts.put({ key, value: next, at: serverNow() }) : db.drafts.delete(key))
  }
  // Once its line is kept it has become it, also where the page went away in between.
  const isOver = timer !== null && written.some(line => line.id === timer.line)
  useEffect(() => {
    if (isOver && db) void db.drafts.delete(key)
  }, [isOver, db, key])
  const running = timer !== null && !isOver
  const ran = running ? timer.before + (timer.since === null ? 0 : Math.max(0, now.getTime() - timer.since)) : 0
  const minutes = Math.floor(ran / MINUTE)
  return {
    /** The line that it is going to be; null while there is none. */
    line: running ? timer.line : null,
    since: running ? timer.since : null,
    runs: running && timer.since !== null,
    minutes,
    isLong: minutes >= LONG,
    start: async () => put({ since: serverNow(), before: 0, line: await newId() }),
    pause: async () => {
      if (timer?.since != null) await put({ ...timer, since: null, before: timer.before + serverNow() - timer.since })
    },
    goOn: async () => {
      if (timer) await put({ ...timer, since: serverNow() })
    },
    discard: async () => put(null),
  }
}
