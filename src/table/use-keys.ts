import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { useFocusOnceDrawn } from '#src/lib/use-focus-once-drawn.ts'
import { placeAfter, type Place } from './keys.ts'

type Options = {
  grid: RefObject<HTMLElement | null>
  place: Place
  onPlace: (place: Place) => void
  rows: number
  columns: number
  /** Where a row leads. */
  toOf: (index: number) => string | undefined
}

/** So many rows a page key goes. */
const PAGE = 10

type Wanted = Place & {
  /** Where it goes on from a cell that is not there: -1 to the one before, 1 to the one after. */
  step: -1 | 1
}

/** The cell that is wanted, once its row is drawn. In two lines a cell that says nothing is not there: the nearest that is. */
function shownAt(grid: HTMLElement | null, { row, column, step }: Wanted): HTMLElement | undefined {
  const cells = [...(grid?.querySelectorAll<HTMLElement>(`[data-index="${row}"] > [data-col]`) ?? [])]
  const isShown = (cell: HTMLElement) => getComputedStyle(cell).display !== 'none'
  const before = cells.slice(0, column).toReversed()
  const after = cells.slice(column + 1)
  const others = step < 0 ? [...before, ...after] : [...after, ...before]
  return [...cells.slice(column, column + 1), ...others].find(isShown)
}

/** What keys and presses do in a table, handled by the table, so that rows stay cheap to draw. */
export function useKeys({ grid, place, onPlace, rows, columns, toOf }: Options) {
  const navigate = useNavigate()
  const focusOn = useFocusOnceDrawn((wanted: Wanted) => {
    const cell = shownAt(grid.current, wanted)
    const shown = Number(cell?.dataset.col)
    if (cell && shown !== wanted.column) onPlace({ row: wanted.row, column: shown })
    return cell
  })
  const placeOf = (target: EventTarget): Place | null => {
    const cell = (target as Element).closest<HTMLElement>('[role=gridcell]')
    const row = cell?.closest<HTMLElement>('[data-index]')
    return row ? { row: Number(row.dataset.index), column: Number(cell!.dataset.col) } : null
  }
  const onFocus = ({ target }: FocusEvent) => {
    const at = placeOf(target)
    if (at && (at.row !== place.row || at.column !== place.column)) onPlace(at)
  }
  const open = (to: string | undefined, apart: boolean) => {
    if (to === undefined) return
    if (apart) window.open(to, '_blank', 'noopener')
    else void navigate(to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = placeOf(event.target)
    // What a control in a cell does with keys is its own business.
    if (!at || event.defaultPrevented || (event.target as HTMLElement).dataset.col === undefined) return
    if (event.key === 'Enter') {
      event.preventDefault()
      return open(toOf(at.row), event.ctrlKey || event.metaKey)
    }
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const to = placeAfter(at, event, { rows, columns, page: PAGE, first: 0, rtl })
    if (!to) return
    event.preventDefault()
    focusOn({ ...to, step: to.column > at.column ? 1 : -1 })
    onPlace(to)
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
  return { onFocus, onKeyDown, onClick }
}
