import type { Module } from '#contract/module.ts'
import type { Question } from './state.ts'
import type { Snapshot } from './row-window.ts'

/** More rows than this are not remembered over a reload: the list begins at its beginning then. */
const MOST = 20_000

/** Where somebody was in a list when the page was reloaded. */
export type Left = {
  /** Which list this was: a history entry may show another one meanwhile. */
  of: string
  /** Where the first of its rows was, in pixels from the top of the window; null where nobody has scrolled. */
  top: number | null
  row: number | null
  column: string | null
  rows: (Omit<Snapshot, 'ids'> & { ids: string }) | null
}

const PREFIX = 'list:'
export const nameOf = (module: Module, question: Question) => JSON.stringify([module.name, question])

/** Ids and places only: nothing of the records themselves stays behind in the browser. */
export function remember(key: string, left: Omit<Left, 'rows'>, rows: Snapshot | null) {
  const ids = rows && rows.ids.length <= MOST ? rows.ids.map(id => id.toString(36)).join(',') : null
  try {
    for (const old of Object.keys(sessionStorage)) if (old.startsWith(PREFIX)) sessionStorage.removeItem(old)
    const kept: Left = { ...left, rows: rows && ids !== null ? { ...rows, ids } : null }
    sessionStorage.setItem(PREFIX + key, JSON.stringify(kept))
  } catch {
    // A browser without room for it begins the list at its beginning.
  }
}

/** What was remembered for this history entry. */
export function recall(key: string, of: string): Left | null {
  try {
    const text = sessionStorage.getItem(PREFIX + key)
    const left = text === null ? null : (JSON.parse(text) as Left)
    return left?.of === of ? left : null
  } catch {
    return null
  }
}

/** It is good for one reload: whoever comes back later comes back to where they were last. */
export const forget = (key: string) => sessionStorage.removeItem(PREFIX + key)

export const snapshotOf = (left: Left | null): Snapshot | undefined =>
  left?.rows ? { ...left.rows, ids: left.rows.ids.split(',').map(id => Number.parseInt(id, 36)) } : undefined
