import { useSyncExternalStore } from 'react'
import { clockOffset, serverNow, watchClock } from './clock.ts'

/** Often enough for "2 min ago". */
const STEP = 20_000

let now = serverNow()
let offset = clockOffset()
let timer: ReturnType<typeof setInterval> | undefined
let stopWatching = () => {}
const listeners = new Set<() => void>()

const tick = () => {
  now = serverNow()
  offset = clockOffset()
  for (const listener of listeners) listener()
}
/** A page that comes back into view is right at once; one that nobody sees does nothing. */
const look = () => {
  clearInterval(timer)
  if (document.visibilityState !== 'visible') return
  tick()
  timer = setInterval(tick, STEP)
}

/** The first answer of the server may say that this device is a day behind. */
const correct = () => {
  if (Math.abs(clockOffset() - offset) >= STEP) tick()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', look)
    timer = setInterval(tick, STEP)
    now = serverNow()
    stopWatching = watchClock(correct)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', look)
    clearInterval(timer)
    stopWatching()
  }
}

/** The time, in steps of a few seconds: one clock for everything on the page that says how long ago something was. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, () => now))
