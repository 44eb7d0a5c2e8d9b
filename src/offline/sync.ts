import type { Register } from '#contract/module.ts'
import { whenQuiet } from '#src/lib/when-quiet.ts'
import { codeOf, isUnreachable, retryAfterOf } from './api.ts'
import { onTabMessage, tellTabs } from './channel.ts'
import { endHanging, markConnection, OF_BEFORE, readConnection } from './connection.ts'
import { isLostStore, isQuotaError } from './guarded-open.ts'
import { spread } from './heard.ts'
import { hasLeftSealed } from './left-sealed.ts'
import { FROZEN_AFTER, webLocks, type LockPort } from './locks.ts'
import { countWaiting } from './outbox/count.ts'
import { pullCycle } from './pull.ts'
import { noteSessionOver } from './session-over.ts'
import { readCursor, type UserDb } from './user-db.ts'
import { isHidden, onWake } from './wake.ts'

const EVERY = 3_000
/** While the server tells what happens, asking is only a safety net. */
const EVERY_LIVE = 20_000
/** While nobody looks at the page, and only where something waits here for the server's next answer. */
const EVERY_HIDDEN = 60_000
/** What was refused so often in a row is no accident of the moment. */
const BEHIND_AFTER = 3
/** What comes over the slowest of networks is there by then; a tab that still waits says no more that it goes on. */
const SLOWEST_PAGE = 5 * 60_000
const BACKOFF_FROM = 2_000
const BACKOFF_TO = 5 * 60_000
const TIDY_EVERY = 6 * 60 * 60_000

type Options = {
  db: UserDb
  register: Register
  userId: number
  deviceId: string
  locks?: LockPort
  random?: () => number
  /** Records of these modules were written by this person, or everything may be different. */
  onChanged?: (modules: string[]) => void
  /** A cycle went through. */
  onSynced?: () => void
  /** What was shown of records may not be for this person any more. */
  onNarrowed?: () => void
  /** The database went away under us: open it again and start anew. */
  onBroken?: () => void
}

export type Pulling = {
  /** Asks the server at once; done when the cycle is over. Answers what went wrong with it; null where nothing did. */
  now: () => Promise<unknown>
  stop: () => void
}

/** Keeps this device up to date while the page lives: one tab at a time asks, all tabs see what came. */
export function startPulling(options: Options): Pulling {
  const { db, register, userId, deviceId, locks = webLocks, random = Math.random } = options
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<unknown> | null = null
  let failure: unknown = null
  let again = false
  let beganAt = 0
  let failures = 0
  let lastHeard = performance.now()
  let tidiedAt = 0

  const changed = (modules: string[]) => {
    options.onChanged?.(modules)
    tellTabs({ kind: 'changed', userId, modules })
  }

  const synced = (at: string) => {
    failures = 0
    failure = null
    lastHeard = performance.now()
    const { trouble } = readConnection()
    markConnection({
      lastSyncAt: at,
      loading: null,
      online: true,
      behind: false,
      sessionOver: false,
      // What loads may send too: an administrator has taken back that this build is too old.
      refusedBuild: false,
      // What found no room when the device was opened waits for the next opening: its person is to know.
      trouble: (trouble === 'storageFull' && !hasLeftSealed(db)) || trouble === 'clientTooOld' ? null : trouble,
    })
    tellTabs({ kind: 'synced', userId, at })
    options.onSynced?.()
    if (Date.now() - tidiedAt < TIDY_EVERY) return
    tidiedAt = Date.now()
    stopped.signal.addEventListener('abort', whenQuiet(tidy))
  }

  function tidy(): void {
    import('./tidy-up.ts')
      .then(({ tidyUp }) => tidyUp({ db, register, userId, deviceId }, stopped.signal))
      .then(isOff => void (isOff && now()))
      .catch((error: unknown) => {
        // A full or a lost store is said by whoever meets it with something to keep.
        const isOver = stopped.signal.aborted || !db.isOpen() || isQuotaError(error) || isLostStore(error)
        if (!isOver && isUnexpected(error)) console.error(error)
      })
  }

  /** Says here and in the other tabs that this one goes on. */
  function alive(): void {
    lastHeard = performance.now()
    tellTabs({ kind: 'pulling', userId })
  }

  const mark: typeof markConnection = said => {
    if (!stopped.signal.aborted) markConnection(said)
  }

  /** What a tab does in its turn. */
  async function pull(signal: AbortSignal): Promise<string> {
    let cameAt = performance.now()
    const beating = setInterval(() => {
      if (performance.now() - cameAt < SLOWEST_PAGE) alive()
    }, EVERY_LIVE)
    alive()
    try {
      return await pullCycle({
        db,
        register,
        deviceId,
        signal,
        onNarrowed: () => {
          options.onNarrowed?.()
          tellTabs({ kind: 'narrowed', userId })
        },
        onPage: ({ modules, written, loading, epoch }) => {
          cameAt = performance.now()
          alive()
          mark({ loading })
          // After a load that begins anew nobody says what has changed.
          const own = written.length > 0 ? written.filter(({ by }) => by === userId).map(({ t }) => t) : modules
          if (own.length > 0) changed([...new Set(own)])
          spread(userId, { changes: written.filter(({ by }) => by !== userId), many: [], epoch })
        },
      })
    } finally {
      clearInterval(beating)
    }
  }

  async function cycle(): Promise<void> {
    beganAt = performance.now()
    markConnection({ syncing: true })
    const turn = new AbortController()
    stopped.signal.addEventListener('abort', () => turn.abort(), { signal: turn.signal })
    let pulling = false
    const work = async () => {
      pulling = true
      return pull(turn.signal).finally(() => (pulling = false))
    }
    try {
      const steal = performance.now() - lastHeard > FROZEN_AFTER
      const at = await locks.run(`sync:${userId}`, work, { steal })
      // What was stopped meanwhile says nothing of the store of whoever came next.
      if (at !== 'taken' && !stopped.signal.aborted) synced(at)
    } catch (error) {
      // Another tab has taken the turn, and pulls: what is under way here ends, and is no failure.
      if (pulling) lastHeard = performance.now()
      else if (!stopped.signal.aborted) failed(error)
    } finally {
      turn.abort()
      mark({ syncing: false })
    }
  }

  function failed(error: unknown): void {
    failures += 1
    failure = error
    if (codeOf(error) === 'signed-out') return stop()
    if (isUnreachable(error)) void noteSessionOver()
    if (failures >= BEHIND_AFTER && !isUnreachable(error)) markConnection({ behind: true })
    if (codeOf(error) === 'build-too-old') markConnection({ trouble: 'clientTooOld' })
    else if (isQuotaError(error)) markConnection({ trouble: 'storageFull' })
    else if (!db.isOpen() || isLostStore(error)) {
      stop()
      options.onBroken?.()
    } else if (isUnexpected(error)) console.error(error)
  }

  const isAskedAgain = () => again && failures === 0 && !stopped.signal.aborted

  function now(): Promise<unknown> {
    if (stopped.signal.aborted) return Promise.resolve(failure)
    clearTimeout(timer)
    if (running) {
      // What is asked for now may be newer than what the running cycle will see: one more after it.
      again = true
      return running
    }
    running = (async () => {
      do {
        again = false
        await cycle()
      } while (isAskedAgain())
      running = null
      schedule()
      return failure
    })()
    return running
  }

  function schedule(): void {
    clearTimeout(timer)
    if (stopped.signal.aborted) return
    if (isHidden()) {
      timer = setTimeout(() => void lookHidden().catch(() => undefined), EVERY_HIDDEN)
      return
    }
    const every = readConnection().live ? EVERY_LIVE : EVERY
    const delay = failures === 0 ? every : pauseAfter()
    timer = setTimeout(() => {
      if (failures === 0 && performance.now() - lastHeard < every - 500) schedule()
      else void now()
    }, delay)
  }

  function pauseAfter(): number {
    // Who asked for too much at once is told when they may again. Nothing is out of order, and nobody else comes back then.
    if (codeOf(failure) === 'too-many') return Math.max(EVERY, retryAfterOf(failure) * 1_000)
    // Full jitter: after an outage the devices of a whole business must not come back at once.
    return Math.max(EVERY, random() * Math.min(BACKOFF_TO, BACKOFF_FROM * 2 ** failures))
  }

  /** In a browser that wakes nobody, the page in the background is all there is for what waits. */
  async function lookHidden(): Promise<void> {
    const isAsked = !isHidden() || (await countWaiting(db)) > 0
    if (isAsked) void now()
    else if (!running) schedule()
  }

  const wake = () => {
    if (!isHidden()) void now()
  }
  // Photos, too, wait for an answer that says that the server is there. What was asked before gets none any more.
  const online = () => {
    endHanging(OF_BEFORE)
    if (running && performance.now() - beganAt >= OF_BEFORE) void running.then(now)
    else if (isHidden()) void now()
  }
  const offline = () => markConnection({ online: false })
  // Another tab, or the service worker, had an answer to what it sent: no pause goes on that waits for the server.
  const serverIsThere = () => {
    if (readConnection().online) return
    failures = 0
    markConnection({ online: true, sessionOver: false })
    wake()
  }
  const forget = onTabMessage(message => {
    if (message.userId !== userId) return
    if (message.kind === 'changed') return options.onChanged?.(message.modules)
    if (message.kind === 'narrowed') return options.onNarrowed?.()
    if (message.kind === 'sent') return serverIsThere()
    if (message.kind === 'pulling') lastHeard = performance.now()
    if (message.kind !== 'synced') return
    lastHeard = performance.now()
    failures = 0
    markConnection({ lastSyncAt: message.at, loading: null, online: true, behind: false, sessionOver: false })
  })

  function stop(): void {
    mark({ syncing: false, loading: null })
    stopped.abort()
    clearTimeout(timer)
    forget()
    forgetWake()
    globalThis.removeEventListener?.('online', online)
    globalThis.removeEventListener?.('offline', offline)
  }

  const forgetWake = onWake(wake)
  globalThis.addEventListener?.('online', online)
  globalThis.addEventListener?.('offline', offline)
  void (async () => {
    const cursor = await readCursor(db)
    // What was known of a store that is gone holds no more.
    mark({ lastSyncAt: cursor?.syncedAt ?? null })
  })().catch(failed)
  void now()
  return { now, stop }
}

const isUnexpected = (error: unknown): boolean =>
  !isUnreachable(error) && codeOf(error) === undefined && (error as Error).name !== 'AbortError'
