import { useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { RowSource } from '#src/data/rows/source.ts'
import { useFocusOnceDrawn } from '#src/lib/use-focus-once-drawn.ts'
import { useLook } from './drawn-rows.tsx'
import { placeAfter, type Place } from './keys.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

type Options = {
  rows: Pick<RowSource<never>, 'count' | 'idAt' | 'look'>
  columns: number
  /** About how high a row is, until one is measured. */
  height: number
  /** Fewer rows than this are all drawn: find in page and print work then. */
  above: number
  /** The cell that Tab comes to. */
  place: Place
  onPlace: (place: Place) => void
  /** Where a row leads, and what its page hears of where one came from. */
  toOf: (index: number) => string | undefined
  trail?: unknown
  /** The first row that the keyboard reaches: -1 is the head. */
  first?: -1 | 0
  /** So many rows a page key goes. */
  page?: number
  /** The keyboard went on while Shift was held. */
  onExtend?: (from: Place, to: Place) => void
}

type Wanted = Place & {
  /** Where it goes on from a cell that is not there: -1 to the one before, 1 to the one after. */
  step: -1 | 1
}

/** The cell that is wanted, once its row is drawn. In two lines a cell that says nothing is not there: the nearest that is. */
function shownAt(grid: HTMLElement | null, { row, column, step }: Wanted): HTMLElement | undefined {
  const where = row < 0 ? '[data-head]' : `[data-index="${row}"] [data-col]`
  const cells = [...(grid?.querySelectorAll<HTMLElement>(where) ?? [])]
  const isShown = (cell: HTMLElement) => getComputedStyle(cell).display !== 'none'
  const before = cells.filter(cell => columnOf(cell) < column).toReversed()
  const after = cells.filter(cell => columnOf(cell) > column)
  const others = step < 0 ? [...before, ...after] : [...after, ...before]
  return [...cells.filter(cell => columnOf(cell) === column), ...others].find(isShown)
}
const columnOf = (cell: HTMLElement) => Number(cell.dataset.col)

export type GridState = ReturnType<typeof useGrid>

/**
 * What every table of rows knows besides them: which of them are drawn, and what focus, keys and presses do. The table hears these,
 * so that rows stay cheap to draw.
 */
export function useGrid(options: Options) {
  const { rows, columns, height, above, place, onPlace, toOf, trail, first = 0, page = 10, onExtend } = options
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const drawn = useVirtualRows({
    list,
    count: rows.count,
    height,
    above,
    keyOf: index => rows.idAt(index) ?? -index,
    keep: place.row >= 0 ? [place.row] : [],
  })
  useLook(rows, drawn)

  const focusOn = useFocusOnceDrawn((wanted: Wanted) => {
    const cell = shownAt(box.current, wanted)
    if (cell && columnOf(cell) !== wanted.column) onPlace({ row: wanted.row, column: columnOf(cell) })
    return cell
  })
  /** Goes to a cell and puts the focus there, once it is drawn. */
  const goTo = (to: Place, step: Wanted['step'] = -1) => {
    focusOn({ ...to, step })
    onPlace(to)
  }
  const placeOf = (target: EventTarget): Place | null => {
    const cells = '[data-index] [role=gridcell], [data-heads] > [role=columnheader]'
    const cell = (target as Element).closest<HTMLElement>(cells)
    if (!cell) return null
    const row = cell.closest<HTMLElement>('[data-index]')
    const column = Number(cell.dataset.col ?? (cell.dataset.check === undefined ? place.column : 0))
    return { row: row ? Number(row.dataset.index) : -1, column }
  }
  const onFocus = ({ target }: FocusEvent) => {
    const at = placeOf(target)
    if (at && (at.row !== place.row || at.column !== place.column)) onPlace(at)
  }
  const open = (to: string | undefined, apart: boolean) => {
    if (to === undefined) return
    if (apart) window.open(to, '_blank', 'noopener')
    else void navigate(to, { state: trail })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = placeOf(event.target)
    const target = event.target as HTMLElement
    if (!at || event.defaultPrevented) return
    // What a control in a cell does with keys is its own business; from a button or a tick one goes on to other rows.
    const isIn = target.dataset.col !== undefined
    const isTyped = target.matches('input:not([type=checkbox]), select, textarea')
    if (!isIn && (isTyped || !['ArrowUp', 'ArrowDown'].includes(event.key))) return
    if (event.key === 'Enter' && !event.altKey) {
      event.preventDefault()
      return open(toOf(at.row), event.ctrlKey || event.metaKey)
    }
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const to = placeAfter(at, event, { rows: rows.count, columns, page, first, rtl })
    if (!to) return
    event.preventDefault()
    if (event.shiftKey) onExtend?.(at, to)
    goTo(to, to.column > at.column ? 1 : -1)
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const at = placeOf(target)
    const link = target.closest('a[data-open]')
    if (!at || event.defaultPrevented || event.button !== 0 || event.shiftKey || event.altKey) return
    if (!link && (target.closest('a, button, input, select, textarea, label') || window.getSelection()?.toString()))
      return
    const apart = event.ctrlKey || event.metaKey
    // The browser opens a link in a tab of its own by itself.
    if (link && apart) return
    if (link) event.preventDefault()
    open(toOf(at.row), apart)
  }
  return { box, list, drawn, idAt: rows.idAt, placeOf, goTo, focusOn, events: { onFocus, onKeyDown, onClick } }
}
