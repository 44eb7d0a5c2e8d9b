import type { ListModel } from '../list/model.ts'

/** The rows that may be pasted over, in the order that they had when the paste began. */
export type Standing = {
  /** The selected ones; null where one of them has no known place, so that nothing says which line is its own. */
  selected: readonly number[] | null
  /** Those from the focused one down. */
  below: readonly number[]
}

/** What stays the same while the paste is looked at: an own write may put the list into another order. */
export function standingRows({ rows, selection, place }: Pick<ListModel, 'rows' | 'selection' | 'place'>): Standing {
  const ids = selection.target && 'ids' in selection.target ? selection.target.ids : []
  const from = Math.max(0, place.row)
  const below = Array.from({ length: Math.max(0, rows.count - from) }, (_, index) => rows.idAt(from + index) ?? 0)
  const places = new Map(ids.map(id => [id, rows.indexOf(id)]))
  const isKnown = ids.every(id => places.get(id)! >= 0)
  return { selected: isKnown ? ids.toSorted((a, b) => places.get(a)! - places.get(b)!) : null, below }
}

/**
 * Over which of them: the selected ones where as many lines were copied (or one cell for all), else from the focused row down.
 * Empty lines at the end were copied too where the last cells are empty: these rows stay as they are.
 */
export function targetIds({ selected, below }: Standing, lines: number, emptyAtEnd: number): readonly number[] {
  if (selected === null) return []
  if (lines === 1 && emptyAtEnd === 0 && selected.length > 0) return selected
  const isAsMany = selected.length >= lines && selected.length <= lines + emptyAtEnd
  return (selected.length > 0 && isAsMany ? selected : below).slice(0, lines)
}
