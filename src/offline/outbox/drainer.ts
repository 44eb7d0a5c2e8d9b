import { Problem } from '#contract/problem.ts'
import { codeOf, isUnreachable } from '../api.ts'
import { onTabMessage, tellTabs } from '../channel.ts'
import { markConnection, readConnection, watchConnection } from '../connection.ts'
import { isLostStore, isQuotaError } from '../guarded-open.ts'
import { isHidden, onWake } from '../wake.ts'
import { registerBackgroundSync } from './background.ts'
import { countUnsent } from './count.ts'
import { BEAT, drainLocked, pauseAfter, type Sending } from './drain-locked.ts'
import { hurry } from './machine.ts'

const LOOK_EVERY = 30_000
/** A drainer that has said nothing for so long is frozen, in ms. */
const FROZEN_AFTER = 60_000
const WAIT_BEFORE_STEALING = 30_000

export type Drainer = {
  /**
   * Sends what waits; done when nothing may go any more, or the server cannot be reached. 'taken': another tab, or the
   * service worker, is at it. `at once`: however often it failed.
   */
  now: (when?: 'at once' | 'when due') => Promise<void | 'taken'>
  stop: () => void
}

/** Sends what waits while the page lives: at once, and again whenever there is reason to hope. */
export function startDrainer(options: Sending): Drainer {
  const { db, store, userId, random } = options
  let stopped = false
  let running: Promise<void | 'taken'> | null = null
  let again = false
  let failures = 0
  let dueAt = 0
  let takenSince: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const isOver = () => stopped || !db.isOpen()

  async function cycle(): Promise<void> {
    const isFrozen =
      takenSince !== null && performance.now() - takenSince > WAIT_BEFORE_STEALING && (await hasStopped())
    try {
      const ended = await drainLocked(options, isOver, isFrozen)
      if (ended === 'taken') {
        takenSince ??= performance.now()
        // Whoever is at it looks once more before it stops.
        tellTabs({ kind: 'drain', userId })
      } else {
        takenSince = null
        failures = 0
        dueAt = 0
      }
    } catch (error) {
      if (!isOver()) failed(error)
    }
  }

  async function hasStopped(): Promise<boolean> {
    const beat = ((await db.meta.get(BEAT))?.value as number | undefined) ?? 0
    return Math.abs(Date.now() - beat) > FROZEN_AFTER
  }

  function failed(error: unknown): void {
    failures += 1
    const asked = error instanceof Problem ? (error.details.retryAfter ?? 0) * 1_000 : 0
    dueAt = performance.now() + Math.max(asked, pauseAfter(failures, random))
    if (codeOf(error) === 'build-too-old') markConnection({ trouble: 'clientTooOld' })
    else complain(error)
    void registerBackgroundSync()
  }

  /** That the device is full has been said, and a store that is gone is said, and opened anew, by the pull. */
  function complain(error: unknown): void {
    const isSaid = isUnreachable(error) || isQuotaError(error) || isLostStore(error) || !db.isOpen()
    if (!isSaid && codeOf(error) === undefined) console.error(error)
  }

  function now(when: 'at once' | 'when due' = 'when due'): Promise<void | 'taken'> {
    if (isOver()) return Promise.resolve()
    // Whoever wants it at once wants an attempt of now: the one that runs may have begun while nothing could be reached.
    if (running && when === 'at once') return running.then(() => now(when))
    if (running) {
      again = true
      return running
    }
    if (when === 'when due' && performance.now() < dueAt) return Promise.resolve()
    clearTimeout(timer)
    running = (async () => {
      if (when === 'at once') await store.change('all', hurry)
      do {
        again = false
        await cycle()
      } while (again && failures === 0 && takenSince === null && !isOver())
      running = null
      await schedule()
      return takenSince === null ? undefined : ('taken' as const)
    })().catch((error: unknown) => {
      running = null
      if (!isOver()) complain(error)
    })
    return running
  }

  async function schedule(): Promise<void> {
    clearTimeout(timer)
    if (isOver() || isHidden() || (await countUnsent(db)) === 0) return
    const wait = failures > 0 ? dueAt - performance.now() : LOOK_EVERY
    timer = setTimeout(() => void now(), Math.max(100, takenSince === null ? wait : LOOK_EVERY))
  }

  const wake = () => {
    if (isHidden()) return
    dueAt = 0
    void now()
  }
  // An answer to anything says that the server is there.
  let wasOnline = readConnection().online
  const forgetConnection = watchConnection(() => {
    const { online } = readConnection()
    if (online && !wasOnline) wake()
    wasOnline = online
  })
  const forgetTabs = onTabMessage(message => {
    if (message.kind === 'drain' && message.userId === userId) void now()
  })
  const forgetWake = onWake(wake)
  void now()
  void countUnsent(db)
    .then(unsent => (unsent > 0 ? registerBackgroundSync() : undefined))
    .catch(() => undefined)

  return {
    now,
    stop() {
      stopped = true
      clearTimeout(timer)
      forgetConnection()
      forgetTabs()
      forgetWake()
      tellTabs({ kind: 'drain', userId })
    },
  }
}
