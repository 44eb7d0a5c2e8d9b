import type { KeyboardEvent } from 'react'

/** The arrow keys go from the link of one row to that of the next, where the rows carry `data-row-link`. */
export function goFromRowToRow(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

/** Rows that can be selected, each by its place among them. */
export type Selecting = {
  /** What is selected, or null. */
  target: object | null
  toggle: (row: number) => void
  /** All from where the last one was selected to this one; from `from`, where that one is not selected. */
  extendTo: (row: number, from: number) => void
  /** All that are here. */
  selectLoaded: () => void
  clear: () => void
}

/** What a key does to rows that are selected, or null. `row`: the one that the keyboard is in, and in nothing within it. */
export function selectingDeed(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  row: number | null,
  rows: Selecting,
): (() => void) | null {
  const isMod = ctrlKey || metaKey
  if (key === ' ' && row !== null && !isMod && !altKey) return () => rows.toggle(row)
  if (isMod && !shiftKey && key.toLowerCase() === 'a') return rows.selectLoaded
  return key === 'Escape' && rows.target ? rows.clear : null
}

const rowOf = (element: Element | null) => element?.closest<HTMLTableRowElement>('tbody > tr')?.sectionRowIndex ?? -1

/** As `goFromRowToRow`, in a table whose rows are selected by the keys of a list. */
export function selectFromRowToRow(event: KeyboardEvent<HTMLElement>, rows: Selecting) {
  const target = event.target as Element
  const at = rowOf(target)
  if (at < 0 || event.defaultPrevented) return
  const deed = selectingDeed(event, target.matches('[data-row-link]') ? at : null, rows)
  if (deed) {
    event.preventDefault()
    return deed()
  }
  goFromRowToRow(event)
  const to = rowOf(document.activeElement)
  if (event.shiftKey && to >= 0 && to !== at) rows.extendTo(to, at)
}
