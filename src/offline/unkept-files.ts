import { holdInMemory } from './in-memory.ts'

/** Photos and files for which the device had no room: this page alone has them, by whoever sends them. */
const counts = new Map<object, number>()
const listeners = new Set<() => void>()

/** How many there are. */
export const readUnkept = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

export function watchUnkept(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** So many of them are with this sender by now. */
export function noteUnkept(sender: object, count: number): void {
  const before = readUnkept()
  if (count > 0) counts.set(sender, count)
  else counts.delete(sender)
  if (readUnkept() !== before) for (const listener of listeners) listener()
}

/** Those whose store the browser took away, by its name: whoever opens it anew in this page goes on with them. */
const left = new Map<string, { items: readonly object[]; letGo: () => void }>()

export const hasLeft = (): boolean => left.size > 0

/** Until they are taken they count, and keep the page from going without a question. */
export function leaveUnkept(store: string, items: readonly object[]): void {
  takeLeft(store)
  if (items.length === 0) return
  left.set(store, { items, letGo: holdInMemory() })
  noteUnkept(items, items.length)
}

/** Those of one store; of all, where there is none any more. */
export function takeLeft(store?: string): readonly object[] {
  return [...left].flatMap(([name, { items, letGo }]) => {
    if (store !== undefined && name !== store) return []
    left.delete(name)
    noteUnkept(items, 0)
    letGo()
    return items
  })
}
