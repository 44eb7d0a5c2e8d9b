/** What went wrong with the store on this device, and what the person can do about it (words: problems.json). */
export type Trouble =
  'newVersion' | 'clientTooOld' | 'blocked' | 'storageShut' | 'storageLost' | 'storageFull' | 'noStorage'

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

const listeners = new Set<() => void>()
let connection: Connection = {
  online: globalThis.navigator?.onLine ?? true,
  slow: false,
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

export const watchConnection = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function markConnection(change: Partial<Connection>): void {
  const entries = Object.entries(change) as [keyof Connection, unknown][]
  if (entries.every(([key, value]) => Object.is(connection[key], value))) return
  connection = { ...connection, ...change }
  for (const listener of listeners) listener()
}

let waiting = 0
/** Counts a request in; what it returns counts it out. Waiting longer than five seconds shows as slow. */
export function expectAnswer(patience = 5_000): () => void {
  let counted = false
  const timer = setTimeout(() => {
    counted = true
    waiting += 1
    markConnection({ slow: true })
  }, patience)
  return () => {
    clearTimeout(timer)
    if (counted) waiting -= 1
    counted = false
    markConnection({ slow: waiting > 0 })
  }
}
