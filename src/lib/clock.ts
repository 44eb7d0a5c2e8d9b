// The device's clock may be wrong, so nothing is decided by it. What is shown, what "done at" begins with and what has become
// old go by the server's time, as far as its answers told it. It is remembered: a page may begin without a network.

import { pageStorage } from './page-storage.ts'

type Heard = {
  /** How far the server's clock is ahead of this device's, in ms. */
  offset: number
  /** What time it was, by the last answer. */
  at: number
}

const KEY = 'caredesk.clock'
const REPLIES = 5
/** From here on a clock is called wrong, and one that differs so much from before has been set anew. */
const WRONG = 10 * 60_000
const MINUTE = 60_000

function remembered(): Heard {
  try {
    const { offset, at } = JSON.parse(pageStorage()?.getItem(KEY) ?? '{}') as Partial<Heard>
    if (Number.isFinite(offset) && Number.isFinite(at)) return { offset: offset!, at: at! }
  } catch {
    // As if nothing had been heard yet.
  }
  return { offset: 0, at: 0 }
}

let heard = remembered()
let offsets: number[] = []
const listeners = new Set<() => void>()

/** The server just said what time it is. */
export function noteServerTime(serverTime: string, now = Date.now()): void {
  const at = Date.parse(serverTime)
  if (!Number.isFinite(at)) return
  const offset = at - now
  const alike = offsets.filter(one => Math.abs(one - offset) < WRONG)
  offsets = [...alike, offset].slice(-REPLIES)
  const middle = offsets.toSorted((a, b) => a - b)[Math.floor(offsets.length / 2)]!
  heard = { offset: middle, at }
  try {
    pageStorage()?.setItem(KEY, JSON.stringify(heard))
  } catch {
    // A device without room knows it until the page is left.
  }
  for (const listener of listeners) listener()
}

/** How far the server's clock is ahead of this device's, in ms: the middle one of its last answers, 0 before there are any. */
export const clockOffset = (): number => heard.offset

/** What time it is, as far as this device can tell, in ms: never before what the server said last. */
export const serverNow = (): number => Math.max(Date.now() + heard.offset, heard.at)

/** By how many minutes this device's clock is behind (ahead: below 0), where that is worth a word; else 0. */
export const minutesBehind = (): number => (Math.abs(heard.offset) < WRONG ? 0 : Math.round(heard.offset / MINUTE))

export const watchClock = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
