import { useState, useSyncExternalStore } from 'react'
/** The cell that the keyboard is in. Row -1 is the head, column 0 the first column. */
export type Place = { row: number; column: number }

export type TableState = {
  /** The cell that Tab comes to. */
  place: Place
}

/** What a table knows of itself, outside of React: a key draws the rows that it leaves and reaches, and nothing else. */
export type TableStore = {
  get: () => TableState
  put: (change: Partial<TableState>) => void
  subscribe: (listener: () => void) => () => void
}

export function tableStore(): TableStore {
  let state: TableState = { place: { row: 0, column: 0 } }
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    put: change => {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The given store, or one of the table's own, and what it says now. */
export function useTableStore(given: TableStore | undefined): [TableStore, TableState] {
  const [own] = useState(tableStore)
  const store = given ?? own
  return [store, useSyncExternalStore(store.subscribe, store.get)]
}
