import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** A value of which many parts of the page each read a piece. */
export type Shared<T> = { now: () => T; subscribe: (listener: () => void) => () => void }

export const sharedOf = <T>(value: T): Shared<T> => ({ now: () => value, subscribe: () => () => undefined })

/** Shares what is drawn with. As a context's value it stays the same one: React looks at none of the parts below for it. */
export function useShared<T>(value: T): Shared<T> {
  const [store] = useState(() => {
    let now = value
    const listeners = new Set<() => void>()
    const put = (next: T) => {
      now = next
      for (const listener of listeners) listener()
    }
    const subscribe = (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
    return { put, shared: { now: () => now, subscribe } }
  })
  useLayoutEffect(() => store.put(value), [store, value])
  return store.shared
}

/** A piece of what is shared, a string, number or boolean: whoever reads it is drawn anew when that is another one. */
export const usePiece = <T, P extends string | number | boolean | null>(shared: Shared<T>, read: (now: T) => P): P =>
  useSyncExternalStore(shared.subscribe, () => read(shared.now()))
