import { retryAfterOf } from './api.ts'
import { pauseAfter } from './outbox/drain-locked.ts'

/** How long a file that another tab is at, or a line that broke, is left alone, in ms. */
export const REST = 3_000

/** Whose turn it is to be sent, on this page's clock. */
export function uploadTurns() {
  /** Those the server has heard of since this page began. */
  const announced = new Set<number>()
  /** How often the server had no time for a file, and from when on it is asked again. */
  const pauses = new Map<number, { failures: number; until: number }>()
  /** From when on it is asked about those that it has not heard of. */
  let newFrom = 0

  const failuresOf = (id: number) => pauses.get(id)?.failures ?? 0
  const dueAt = (id: number) => Math.max(pauses.get(id)?.until ?? 0, announced.has(id) ? 0 : newFrom)

  return {
    failuresOf,
    isAnnounced: (id: number) => announced.has(id),
    announce: (id: number) => void announced.add(id),
    /** It is another file by now, of which the server has not heard. */
    beginAnew: (id: number) => void announced.delete(id),
    /** It is left alone for a moment, through no fault of its own. */
    rest: (id: number) => void pauses.set(id, { failures: failuresOf(id), until: performance.now() + REST }),
    wentWell: (id: number) => void pauses.delete(id),
    /** The server has no time for it; `all`: nor for any other that it has not heard of. */
    putOff(id: number, error: unknown, { all }: { all: boolean }) {
      const failures = failuresOf(id) + 1
      const until = performance.now() + Math.max(retryAfterOf(error) * 1_000, pauseAfter(failures))
      pauses.set(id, { failures, until })
      if (all) newFrom = until
    },
    /** Whoever asks for one, or for all, or a connection that is back, is reason enough to try at once. */
    hurry(id?: number) {
      newFrom = 0
      if (id !== undefined) pauses.delete(id)
      else for (const [each, { failures }] of pauses) pauses.set(each, { failures, until: 0 })
    },
    /** What often fails lets the others go first. Answers how long to wait, in ms, where nothing is due. */
    next<T extends { id: number }>(ready: readonly T[]): { item: T; onlySay: boolean } | number {
      const now = performance.now()
      const due = ready.filter(({ id }) => dueAt(id) <= now).toSorted((a, b) => failuresOf(a.id) - failuresOf(b.id))
      // All are announced before the bytes of the first: others see at once what is still to come.
      const fresh = ready.length > 1 ? due.find(({ id }) => !announced.has(id)) : undefined
      const item = fresh ?? due[0]
      return item ? { item, onlySay: fresh !== undefined } : Math.min(...ready.map(({ id }) => dueAt(id))) - now
    },
  }
}
