import { useState } from 'react'
import type { Item, List } from '#contract/list.ts'
import { useItem } from '#src/data/use-list.ts'

/**
 * The items, and among them the one being edited although it was archived meanwhile, or before its draft was found: what is
 * typed stands in it, where it stood last.
 */
export function useEdited(list: List, items: readonly Item[], editing: number | null): readonly Item[] {
  const known = useItem(list.name, editing)
  const [last, setLast] = useState<{ item: Item; at: number } | null>(null)
  const at = editing === null ? -1 : items.findIndex(({ id }) => id === editing)
  const item = items[at]
  const isOld = last?.at !== at || last.item.id !== item?.id || last.item.version !== item.version
  if (item && isOld) setLast({ item, at })
  const kept = last?.item.id === editing ? last : null
  const edited = known?.archivedAt ? known : kept?.item
  if (item || !edited) return items
  const behind = items.findIndex(({ position }) => position > edited.position)
  return items.toSpliced(kept?.at ?? (behind < 0 ? items.length : behind), 0, edited)
}
