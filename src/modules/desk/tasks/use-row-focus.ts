import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { goFromRowToRow, selectFromRowToRow, type Selecting } from '#src/ui/row-keys.ts'
import { focusAfterDeed } from './after-deed.ts'

/** A row, and which one of them it is. */
type Place = { row: Element; at: number }

/**
 * For what stands around rows of tasks. Where the row leaves that the keyboard was at, or that opened the dialog, it goes on
 * at the row that stands there by then, or at the heading where there is none. `keys`: where rows are selected.
 */
export function useRowFocus(dialogOpen: boolean, keys: Selecting | null = null) {
  const rows = useRef<HTMLDivElement>(null)
  const focused = useRef<Place>(null)
  const opener = useRef<Place>(null)
  const linksOf = () => [...(rows.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const placeOf = (target: EventTarget): Place | null => {
    const row = (target as Element).closest('tbody tr')
    return row && { row, at: linksOf().findIndex(link => row.contains(link)) }
  }
  const goOn = ({ at }: Place) => {
    const links = linksOf()
    const next = links[Math.min(Math.max(at, 0), links.length - 1)]
    if (next) next.focus()
    else focusAfterDeed()
  }

  // Rows leave whenever they are drawn anew.
  useEffect(() => {
    const last = focused.current
    if (!last || last.row.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) goOn(last)
  })
  useEffect(() => {
    const from = opener.current
    if (dialogOpen || !from) return
    opener.current = null
    if (from.row.isConnected) return
    // The dialog gives the focus back first, to whatever had it before the row.
    const timer = setTimeout(() => goOn(from))
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- goOn is another function each time
  }, [dialogOpen])

  return {
    ref: rows,
    role: 'presentation',
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => (keys ? selectFromRowToRow(event, keys) : goFromRowToRow(event)),
    onFocus: (event: FocusEvent) => {
      focused.current = placeOf(event.target)
    },
    onBlur: () => {
      focused.current = null
    },
    onClick: ({ target }: MouseEvent) => {
      opener.current = (target as Element).closest('[data-row-link]') && placeOf(target)
    },
  } as const
}
