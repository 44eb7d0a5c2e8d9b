import { pageStorage } from '#src/lib/page-storage.ts'
import { readToken } from './token.ts'

// When a person last touched the app in any tab. In localStorage, because the tab that asks the server is often not the
// one that is worked in, and because a device that was put away locked must be so when it is taken up again.
const KEY = 'touchedAt'
const WRITE_EVERY = 5_000
const THERE = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let own = 0
let written = 0

const stored = () => Number(pageStorage()?.getItem(KEY) ?? 0)

/** Milliseconds since 1970; 0 where nobody has yet. */
export function lastTouch(): number {
  const now = Date.now()
  const last = Math.max(own, stored())
  if (last <= now) return last
  // The clock was ahead and has been set right: it would be long until somebody is missed. It counts from here.
  own = written = now
  pageStorage()?.setItem(KEY, String(now))
  return now
}

/** Did a person touch the app within the last minute? */
export const isSomebodyThere = (): boolean => Date.now() - lastTouch() < THERE

/** Somebody is there. */
export function touch(): void {
  const now = Date.now()
  if (now - own < 250 && now >= own) return
  own = now
  if (Math.abs(own - written) >= WRITE_EVERY && readToken() !== null) {
    written = own
    pageStorage()?.setItem(KEY, String(own))
  }
}

/** Notes every touch, key and pointer of this tab. */
export function watchPresence(): () => void {
  for (const sign of signs) globalThis.addEventListener(sign, touch, { capture: true, passive: true })
  return () => {
    for (const sign of signs) globalThis.removeEventListener(sign, touch, { capture: true })
  }
}
