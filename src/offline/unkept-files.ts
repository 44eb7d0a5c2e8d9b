import { listeners } from '#src/lib/listeners.ts'
import { holdInMemory } from './in-memory.ts'

/** Photos and files for which the device had no room: this page alone has them, by whoever sends them. */
const counts = new Map<object, number>()
const { subscribe, tell } = listeners()

/** How many there are. */
export const readUnkept = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

export const watchUnkept = subscribe

/** So many of them are with this sender by now. */
export function noteUnkept(sender: object, count: number): void {
  const before = readUnkept()
  if (count > 0) counts.set(sender, count)
  else counts.delete(sender)
  if (readUnkept() !== before) tell()
}

/** Those whose store the browser took away, by its name: whoever opens it anew in this page goes on with them. */
const left = new Map<string, { items: readonly object[]; letGo: () => void }>()

/** And what this page has of those that lay in it; `word`: by which it is known whether it is still the same (see canary.ts). */
type Lay = { word: string | undefined; items: readonly object[] }
const lay = new Map<string, readonly Lay[]>()

export const hasLeft = (): boolean => left.size > 0 || lay.size > 0

/** Until they are taken they count, and keep the page from going without a question. */
export function leaveUnkept(store: string, more: readonly object[]): void {
  if (more.length === 0) return
  const items = [...takeLeft(store), ...more]
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

export function leaveLay(store: string, more: Lay): void {
  if (more.items.length > 0) lay.set(store, [...(lay.get(store) ?? []), more])
}

export function takeLay(store: string): readonly Lay[] {
  const taken = lay.get(store) ?? []
  lay.delete(store)
  return taken
}

/** Its person leaves. */
export function dropLeft(store: string): void {
  takeLeft(store)
  takeLay(store)
}
