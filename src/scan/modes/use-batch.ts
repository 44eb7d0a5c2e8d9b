import { useState } from 'react'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { someAtOnce } from '#src/lib/some-at-once.ts'
import { isLostStore } from '#src/offline/guarded-open.ts'
import { isOver, partAfter, type Entry } from './entries.ts'
import type { Scanning } from './use-scan-mode.ts'

/** So many are on their way at a time: fifty one by one would keep a van waiting. */
const AT_ONCE = 5

/**
 * Does with all that were collected what is done with each. What was not done stays, with its reason. What is taken off
 * meanwhile is left alone.
 */
export function useBatch<D>(scanning: Scanning<D>, make: (entry: Entry<D>) => Promise<Outcome>) {
  const [running, setRunning] = useState<{ done: number; total: number } | null>(null)
  /** Answers how many were not done, and the records of those that were. */
  const run = async (): Promise<{ done: number[]; failed: number }> => {
    const done: number[] = []
    let failed = 0
    try {
      const taken = (await scanning.now()).filter(({ state }) => state === 'taken').toReversed()
      setRunning({ done: 0, total: taken.length })
      // What was done before belongs to another list.
      await scanning.clear(isOver)
      await someAtOnce(taken, AT_ONCE, async entry => {
        const isStill = (await scanning.now()).some(({ id, state }) => id === entry.id && state === 'taken')
        if (isStill) {
          const part = partAfter(await outcomeOf(() => make(entry)))
          await scanning.patch(entry.id, part)
          if (part.state === 'failed') failed += 1
          else done.push(entry.about.id)
        }
        setRunning(now => now && { ...now, done: now.done + 1 })
      })
    } catch (error) {
      // The device's store has closed: its person has left, and the outbox knows what was done.
      if (!isLostStore(error)) throw error
    } finally {
      setRunning(null)
    }
    return { done, failed }
  }
  return { running, run }
}
