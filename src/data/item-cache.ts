import type { Item } from '#contract/list.ts'
import { same } from '#contract/merge.ts'
import { watchQuery } from '#src/offline/live-query.ts'
import type { Kept, UserDb } from '#src/offline/user-db.ts'

export type ItemCache = {
  get: (id: number) => Item | undefined
  watch: (id: number, listener: () => void) => () => void
}

/** So many are kept at most beside those on the screen; whoever scrolls back sees their names at once. */
const KEPT = 2_000

const caches = new WeakMap<UserDb, ItemCache>()

/**
 * The list items that are on the screen, by id. A table may show a hundred of them out of ten thousand: one live query
 * reads just those, and an item that did not change stays the same object, so that its cells do not draw again.
 */
export function itemCache(db: UserDb): ItemCache {
  const known = caches.get(db)
  if (known) return known
  const listeners = new Map<number, Set<() => void>>()
  const items = new Map<number, Item>()
  let stop: (() => void) | undefined
  let isPlanned = false

  const take = (rows: (Kept | undefined)[]) => {
    const changed: number[] = []
    for (const kept of rows) {
      // What is not sent yet says another name under the same version.
      if (!kept?.row || same(items.get(kept.id), kept.row)) continue
      items.set(kept.id, kept.row as unknown as Item)
      changed.push(kept.id)
    }
    for (const id of items.keys()) {
      if (items.size <= KEPT + listeners.size) break
      if (!listeners.has(id)) items.delete(id)
    }
    for (const id of changed) for (const listener of listeners.get(id) ?? []) listener()
  }

  const query = () => {
    isPlanned = false
    stop?.()
    const wanted = [...listeners.keys()]
    if (wanted.length === 0) return
    stop = watchQuery(db, () => db.lists.bulkGet(wanted), take)
  }

  /** The cells of one screen come one by one and are asked for together. */
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(query)
  }

  const watch = (id: number, listener: () => void) => {
    const watching = listeners.get(id)
    if (watching) watching.add(listener)
    else {
      listeners.set(id, new Set([listener]))
      plan()
    }
    return () => {
      const left = listeners.get(id)
      left?.delete(listener)
      if (left?.size === 0) {
        listeners.delete(id)
        plan()
      }
    }
  }

  const cache: ItemCache = { get: id => items.get(id), watch }
  caches.set(db, cache)
  return cache
}
