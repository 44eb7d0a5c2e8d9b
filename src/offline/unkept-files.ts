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
