import { listeners } from '#src/lib/listeners.ts'

/** What went wrong with the store on this device, and what the person can do about it (words: problems.json). */
export type Trouble =
  | 'newVersion'
  | 'clientTooOld'
  | 'blocked'
  | 'storageShut'
  | 'storageLost'
  | 'storageFull'
  | 'noStorage'

/** Why a store does not open that is there, and what is known of what waits in it. */
export type Shut = {
  why: 'clientTooOld' | 'blocked' | 'storageShut'
  unsent: { known: boolean; count: number; kept: number; uncounted: boolean }
}

export type Connection = {
  /** Did the server answer the last time it was asked? */
  online: boolean
  /** Has a request waited for more than five seconds? */
  slow: boolean
  /** For more than fifteen? Nobody should go on watching then. */
  silent: boolean
  syncing: boolean
  /** Does the server tell this browser what happens as it happens? */
  live: boolean
  /** When this device last heard that it has everything, in the server's time. */
  lastSyncAt: string | null
  /** Set while everything is loaded for the first time, or again after a reset. */
  loading: { rows: number } | null
  trouble: Trouble | null
  /** With the loss of everything here: how much was not sent when the server last heard of this device. */
  lost: number
  /** Of the last store that did not open in this page. */
  shut: Shut | null
  /** How much stuck work of others waits for this person's decision, as far as the server said. */
  stuck: number
  /** Does the server refuse what this build of the app sends, until it is updated? */
  refusedBuild: boolean
  /** Why the server takes nothing at all of what is sent, time and again, in its words. */
  notTaken: string | null
  /** Does the server answer, and not say what is new, time and again? What is shown is as old as `lastSyncAt`. */
  behind: boolean
  /** Was the server away for longer than it keeps the session? Whoever wants to send will have to sign in. */
  sessionOver: boolean
}

const { subscribe, tell } = listeners()
let connection: Connection = {
  online: globalThis.navigator?.onLine ?? true,
  slow: false,
  silent: false,
  syncing: false,
  live: false,
  lastSyncAt: null,
  loading: null,
  trouble: null,
  lost: 0,
  shut: null,
  stuck: 0,
  refusedBuild: false,
  notTaken: null,
  behind: false,
  sessionOver: false,
}

export const readConnection = (): Connection => connection

export const watchConnection = subscribe

export function markConnection(change: Partial<Connection>): void {
  const entries = Object.entries(change) as [keyof Connection, unknown][]
  if (entries.every(([key, value]) => Object.is(connection[key], value))) return
  connection = { ...connection, ...change }
  tell()
}

const SLOW_AFTER = 5_000
const SILENT_AFTER = 15_000
/** What had no answer for so long when the network came back was asked over the one before, in ms. */
export const OF_BEFORE = 1_000

type Request = { since: number; late: number; letGo: () => void; timers: ReturnType<typeof setTimeout>[] }
const underWay = new Set<Request>()

const sayHowLate = () => {
  const late = Math.max(0, ...[...underWay].map(({ late }) => late))
  markConnection({ slow: late >= SLOW_AFTER, silent: late >= SILENT_AFTER })
}

/** Counts a request in; what it returns counts it out. `letGo` ends it, where nothing of an answer is there. */
export function expectAnswer(letGo: () => void): () => void {
  const request: Request = { since: performance.now(), late: 0, letGo, timers: [] }
  underWay.add(request)
  request.timers = [SLOW_AFTER, SILENT_AFTER].map(late =>
    setTimeout(() => {
      request.late = late
      sayHowLate()
    }, late),
  )
  return () => {
    for (const timer of request.timers) clearTimeout(timer)
    underWay.delete(request)
    sayHowLate()
  }
}

/** Lets go of what has waited for so long without an answer, in ms: a new request may come through. */
export function endHanging(after = SLOW_AFTER): void {
  for (const { since, letGo } of underWay) if (performance.now() - since >= after) letGo()
}

/** The same for a person who asks: what waits now is given no more than five seconds in all. */
export function beginAnew(): void {
  for (const { since, letGo, timers } of underWay) {
    const left = since + SLOW_AFTER - performance.now()
    if (left <= 0) letGo()
    else timers.push(setTimeout(letGo, left))
  }
}
