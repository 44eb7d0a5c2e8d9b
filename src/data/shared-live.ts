import { useEffect, useMemo, useState } from 'react'
import { whileReading } from '#src/lib/when-quiet.ts'
import { watchQuery } from '#src/offline/live-query.ts'
import type { UserDb } from '#src/offline/user-db.ts'

type Answer<T> = { key: string; value: T }

/** How long the last answer is kept warm after nobody looks at it: moving between two screens shows it at once. */
const WARM = 5_000

/** What takes longer than a frame to read, in ms, is not read again for each of many changes: */
const LIGHT = 16
/** most of the time between two of them belongs to the page. */
const SHARE = 5

const databases = new WeakMap<UserDb, Map<string, Shared<unknown>>>()

type Shared<T> = {
  /** Answers how to stop listening. */
  subscribe: (onNext: (answer: Answer<T>) => void) => () => void
  answer: () => Answer<T> | undefined
}

/** One live query for all who ask the same: a screen with thirty pickers of one list reads it once. */
function shared<T>(db: UserDb, key: string, query: (db: UserDb) => Promise<T>): Shared<T> {
  const queries = databases.get(db) ?? new Map<string, Shared<unknown>>()
  databases.set(db, queries)
  const known = queries.get(key)
  if (known) return known as Shared<T>

  const listeners = new Set<(answer: Answer<T>) => void>()
  let answer: Answer<T> | undefined
  let stop: (() => void) | undefined
  let cooling: ReturnType<typeof setTimeout> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined

  let began = 0
  let answeredAt = -Infinity

  const watch = () => {
    clearTimeout(resting)
    // A database that closed under us keeps its last answer on the screen.
    stop ??= watchQuery(
      db,
      () => {
        began = performance.now()
        return whileReading(query(db))
      },
      value => {
        answer = { key, value }
        for (const listener of listeners) listener(answer)
        rest()
      },
    )
  }
  const start = () => {
    clearTimeout(cooling)
    watch()
  }
  /** In a storm of changes a heavy question is put again after a while, whatever came meanwhile. */
  const rest = () => {
    const now = performance.now()
    const pause = SHARE * (now - began)
    const isStorm = now - began > LIGHT && now - answeredAt < pause
    answeredAt = now
    if (!isStorm) return
    stop?.()
    stop = undefined
    resting = setTimeout(watch, Math.min(pause, WARM))
  }
  const cool = () => {
    cooling = setTimeout(() => {
      clearTimeout(resting)
      stop?.()
      // Whoever was still about to be drawn with it starts it again.
      stop = undefined
      queries.delete(key)
    }, WARM)
  }

  const made: Shared<T> = {
    subscribe: listener => {
      listeners.add(listener)
      start()
      if (answer) listener(answer)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) cool()
      }
    },
    answer: () => answer,
  }
  queries.set(key, made)
  // It is read while the screen that asks is still being drawn; cold again, should that come to nothing.
  start()
  cool()
  return made
}

/** What the device holds, now and after every change in any tab. Undefined until it is read. `key` names the query. */
export function useLive<T>(db: UserDb | null, key: string | null, query: (db: UserDb) => Promise<T>): T | undefined {
  // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the query
  const source = useMemo(() => (db && key !== null ? shared(db, key, query) : null), [db, key])
  const [heard, setHeard] = useState<Answer<T> | undefined>(() => source?.answer())
  useEffect(() => source?.subscribe(setHeard), [source])
  // On a new key the answer to the old one stands until the effect; somebody else may have asked for this one already.
  return heard?.key === key ? heard?.value : source?.answer()?.value
}
