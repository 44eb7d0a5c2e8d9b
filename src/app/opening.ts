import { useSyncExternalStore } from 'react'
import { listeners } from '#src/lib/listeners.ts'

/** Something that is open or not, and that anything may open. */
export function opening<T extends string = never>() {
  let state: T | true | null = null
  const { subscribe, tell } = listeners()
  const set = (next: T | true | null) => {
    state = next
    tell()
  }
  const read = () => state
  return {
    /** Null while closed; else how it was opened. */
    useOpen: () => useSyncExternalStore(subscribe, read),
    open: (how?: T) => set(how ?? true),
    close: () => set(null),
  }
}
