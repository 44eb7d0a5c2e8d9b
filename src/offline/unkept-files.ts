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
const left = new Map<string, readonly object[]>()

export const hasLeft = (store: string): boolean => left.has(store)

export function leaveUnkept(store: string, items: readonly object[]): void {
  if (items.length > 0) left.set(store, items)
}

export function takeLeft(store: string): readonly object[] {
  const items = left.get(store) ?? []
  left.delete(store)
  return items
}
