import { Problem } from '#contract/problem.ts'
import { codeOf, isUnreachable, retryAfterOf } from '../api.ts'
import { onTabMessage, tellTabs } from '../channel.ts'
import { beginAnew, endHanging, markConnection, OF_BEFORE, readConnection, watchConnection } from '../connection.ts'
import { isLostStore, isQuotaError } from '../guarded-open.ts'
import { isPassing } from '../upload.ts'
import { isHidden, onWake } from '../wake.ts'
import { registerBackgroundSync } from './background.ts'
import { countUnsent } from './count.ts'
import { drainLocked, lookAtHolder, pauseAfter, type Sending } from './drain-locked.ts'
import { hurry } from './machine.ts'

const LOOK_EVERY = 30_000
/** While nobody looks at the page. */
const LOOK_HIDDEN_EVERY = 60_000
const WAIT_BEFORE_STEALING = 30_000
/** A person who asks once more does not wait for another tab, or the service worker, longer than this, in ms. */
const WAIT_WHEN_ASKED = 5_000
/** What is not answered by then may outlive the page, in ms. */
const WAKE_AFTER = 1_000
/** What was met so often in a row is no accident of the moment: its person is told. */
const SAID_AFTER = 3

export type Drainer = {
  /**
   * Sends what waits; done when nothing may go any more, or the server cannot be reached. 'taken': another tab, or the
   * service worker, is at it. A problem: what the server said instead of taking it. `at once`: however often it failed.
   */
  now: (when?: 'at once' | 'when due') => Promise<Ended>
  stop: () => void
}

type Ended = void | 'taken' | Problem

/** Sends what waits while the page lives: at once, and again whenever there is reason to hope. */
export function startDrainer(options: Sending): Drainer {
  const { db, store, userId, random } = options
  let stopped = false
  let running: Promise<Ended> | null = null
  let again = false
  /** Has this tab a reason of its own to send, of which others do not know? */
  let isOwn = false
  /** Does another tab wait for the end of this sending? */
  let isWaitedFor = false
  let freed = false
  let failures = 0
  /** What the server said the last time, instead of taking what waits. */
  let said: Problem | undefined
  let dueAt = 0
  let takenSince: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const isOver = () => stopped || !db.isOpen()

  /** `anew`: a person asks for it at this moment. */
  async function cycle(anew: boolean): Promise<void> {
    const waited = takenSince === null ? 0 : performance.now() - takenSince
    const isFrozen =
      (anew && waited > WAIT_WHEN_ASKED) || (waited > WAIT_BEFORE_STEALING && (await lookAtHolder(db)) !== 'at it')
    const wasOwn = isOwn
    isOwn = false
    said = undefined
    // Whoever closes the page meanwhile has it sent all the same: while nothing is on its way, this takes no time.
    const waking = setTimeout(() => void registerBackgroundSync(), WAKE_AFTER)
    try {
      const ended = await drainLocked(options, isOver, isFrozen)
      if (ended === 'taken') {
        takenSince ??= performance.now()
        // What somebody else has said needs no saying: tabs that wait must not keep each other awake.
        if (wasOwn || isOwn) tellTabs({ kind: 'drain', userId, anew })
        isOwn = false
      } else {
        takenSince = null
        failures = 0
        dueAt = 0
        markConnection({ notTaken: null })
      }
    } catch (error) {
      if (!isOver()) failed(error)
    } finally {
      clearTimeout(waking)
    }
  }

  function failed(error: unknown): void {
    failures += 1
    if (error instanceof Problem) said = error
    takenSince = null
    dueAt = performance.now() + Math.max(retryAfterOf(error) * 1_000, pauseAfter(failures, random))
    if (codeOf(error) === 'build-too-old') markConnection({ trouble: 'clientTooOld' })
    else complain(error)
    if (failures >= SAID_AFTER && error instanceof Problem && !isPassing(error))
      markConnection({ notTaken: error.message })
    void registerBackgroundSync()
  }

  /** That the device is full has been said, and a store that is gone is said, and opened anew, by the pull. */
  function complain(error: unknown): void {
    const isSaid = isUnreachable(error) || isQuotaError(error) || isLostStore(error) || !db.isOpen()
    if (!isSaid && codeOf(error) === undefined) console.error(error)
  }

  function now(when: 'at once' | 'when due' = 'when due'): Promise<Ended> {
    // Whatever else hangs may hold all the connections that a browser has for one server.
    if (when === 'at once' && !isOver()) beginAnew()
    return beginOwn(when)
  }

  function beginOwn(when: 'at once' | 'when due'): Promise<Ended> {
    isOwn = true
    return begin(when)
  }

  function begin(when: 'at once' | 'when due' = 'when due'): Promise<Ended> {
    if (isOver()) return Promise.resolve()
    // Whoever wants it at once wants an attempt of now: the one that runs may have begun while nothing could be reached.
    if (running && when === 'at once') return running.then(() => beginOwn(when))
    if (running) {
      again = true
      return running
    }
    // The build of a page stays the same: a server that refuses it would refuse it every time. Whoever asks may try.
    const isOutOfTurn = readConnection().refusedBuild || performance.now() < dueAt
    if (when === 'when due' && isOutOfTurn) return Promise.resolve()
    clearTimeout(timer)
    running = (async () => {
      let anew = when === 'at once'
      if (anew) await store.change('all', hurry)
      do {
        again = false
        freed = false
        await cycle(anew)
        anew = false
      } while (goesOn())
      running = null
      if (isWaitedFor && takenSince === null) tellTabs({ kind: 'free', userId })
      isWaitedFor = false
      await schedule()
      return takenSince === null ? said : ('taken' as const)
    })().catch((error: unknown) => {
      running = null
      if (!isOver()) complain(error)
    })
    return running
  }

  /** Is there reason for another cycle at once? Who could not begin waits for those who are at it. */
  const goesOn = () => !isOver() && failures === 0 && (takenSince === null ? again : freed)

  async function schedule(): Promise<void> {
    clearTimeout(timer)
    if (isOver() || (await countUnsent(db)) === 0) return
    const wait = failures > 0 && takenSince === null ? dueAt - performance.now() : LOOK_EVERY
    timer = setTimeout(onTime, Math.max(isHidden() ? LOOK_HIDDEN_EVERY : 100, wait))
  }

  /** Timers count whole milliseconds: one may end a moment before what it waits for, and nobody else would look again. */
  const onTime = () => void (performance.now() < dueAt ? schedule() : now())

  const hear = (kind: 'drain' | 'free') => {
    isWaitedFor ||= kind === 'drain'
    freed ||= kind === 'free'
    if (running) again = true
    else if ((takenSince !== null) === (kind === 'free')) void begin()
  }

  const hurryUp = () => {
    dueAt = 0
    void now()
  }
  const wake = () => {
    if (!isHidden()) hurryUp()
    // It may be closed next, with what is just being sent.
    else if (running) void registerBackgroundSync()
  }
  /** What hangs since before is not answered any more. */
  const isBackNow = (after?: number) => {
    endHanging(after)
    void Promise.resolve(running).then(hurryUp)
  }
  // The network is news also for a page that nobody looks at: perhaps there is no other way for what waits.
  const online = () => isBackNow(OF_BEFORE)
  // An answer to anything says that the server is there; and it may take this build after all.
  let before = readConnection()
  const forgetConnection = watchConnection(() => {
    const now = readConnection()
    const isBack = (now.online && !before.online) || (!now.refusedBuild && before.refusedBuild)
    before = now
    if (isBack) isBackNow()
  })
  const forgetTabs = onTabMessage(message => {
    if ((message.kind !== 'drain' && message.kind !== 'free') || message.userId !== userId) return
    if (message.kind === 'drain' && message.anew) beginAnew()
    hear(message.kind)
  })
  const forgetWake = onWake(wake)
  globalThis.addEventListener?.('online', online)
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
      globalThis.removeEventListener?.('online', online)
      tellTabs({ kind: 'free', userId })
    },
  }
}
