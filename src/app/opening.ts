import { useSyncExternalStore } from 'react'

/** Something that is open or not, and that anything may open. */
export function opening<T extends string = never>() {
  let state: T | true | null = null
  const listeners = new Set<() => void>()
  const set = (next: T | true | null) => {
    state = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const read = () => state
  return {
    /** Null while closed; else how it was opened. */
    useOpen: () => useSyncExternalStore(subscribe, read),
    open: (how?: T) => set(how ?? true),
    close: () => set(null),
  }
}
