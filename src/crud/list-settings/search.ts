import type { Item } from '#contract/list.ts'
import { searchKey } from '#contract/fold.ts'

// Folding ten thousand names takes longer than looking through them, and an item stays the same object between keys.
const folded = new WeakMap<Item, string>()

function textOf(item: Item): string {
  const known = folded.get(item)
  if (known !== undefined) return known
  const text = searchKey(`${item.label} ${item.code}`)
  folded.set(item, text)
  return text
}

export type Wanted = { q: string; parent: number | null; off: boolean }

/**
 * The items that are looked for, in the order of the list. Every word typed must occur in the name, code or parent.
 * Those that are being worked on stay, whatever becomes of them meanwhile.
 */
export function findItems(
  items: readonly Item[],
  wanted: Wanted,
  parents: ReadonlyMap<number, string>,
  keep: ReadonlySet<number> = new Set(),
): Item[] {
  const words = searchKey(wanted.q).split(/\s+/).filter(Boolean)
  const foldedParents = new Map<number, string>()
  const parentText = (id: number | null) => {
    if (id === null) return ''
    const known = foldedParents.get(id)
    if (known !== undefined) return known
    const text = searchKey(parents.get(id) ?? '')
    foldedParents.set(id, text)
    return text
  }
  return items.filter(item => {
    if (keep.has(item.id) && !item.archivedAt) return true
    if (item.archivedAt || (!item.active && !wanted.off)) return false
    if (wanted.parent !== null && item.parent !== wanted.parent) return false
    return words.every(word => textOf(item).includes(word) || parentText(item.parent).includes(word))
  })
}
