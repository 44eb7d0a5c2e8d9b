import { useRef, type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useWords } from '#src/fields/words.ts'
import { useSteady } from '#src/lib/use-steady.ts'
import { useActor } from '#src/session/actor.ts'
import { useCellEdits } from '../list-work/cell-edits.ts'
import { isCellEditable } from '../list-work/editable.ts'
import type { Leave } from '../list-work/editable-cell.tsx'
import { selectingDeed } from '#src/ui/row-keys.ts'
import { toast } from '#src/ui/toast.ts'
import { placeAfter, type Place } from '#src/table/keys.ts'
import type { ListModel } from './model.ts'

/** So long a press on a cell that can be changed waits for a second one. */
const DOUBLE = 220

type Options = {
  list: ListModel
  /** Goes to a cell and focuses it. */
  goTo: (to: Place) => void
  /** The first row that the keyboard reaches: -1 is the head. */
  first: number
  /** How many rows a page has. */
  page: number
  onPaste: ((text: string) => void) | undefined
}

/** What keys, presses and the clipboard do in the grid. Handled by the grid, so that rows stay cheap to draw. */
export function useGridEvents({ list, goTo, first, page, onPaste: take }: Options) {
  const { module, rows, columns, selection, place } = list
  const { t } = useTranslation('ui')
  const actor = useActor()
  const cells = useCellEdits(module)
  const words = useWords(module)
  const queries = useQueryClient()
  const data = useData()
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)

  const placeOf = (target: EventTarget): Place | null => {
    const cell = (target as Element).closest<HTMLElement>('[role=gridcell], [role=columnheader]')
    if (!cell) return null
    const row = cell.closest<HTMLElement>('[data-index]')
    const column = Number(cell.dataset.col ?? (cell.dataset.check === undefined ? place.column : 0))
    return { row: row ? Number(row.dataset.index) : -1, column }
  }
  const onFocus = (event: FocusEvent) => {
    const at = placeOf(event.target)
    if (at && (at.row !== place.row || at.column !== place.column)) list.goTo(at)
  }
  const edit = (row: Row | undefined, column: number) => {
    const name = columns[column]?.name
    if (row && name && isCellEditable(module, row, name, actor)) cells.open(row, name)
  }
  const leave = useSteady((index: number, name: string, go: Leave) => {
    const at = columns.findIndex(column => column.name === name)
    const step = go === 'next' ? 1 : -1
    const row = rows.at(index)
    if (go !== 'stay' && row)
      for (let next = at + step; next >= 0 && next < columns.length; next += step)
        if (isCellEditable(module, row, columns[next]!.name, actor)) {
          list.goTo({ row: index, column: next })
          return cells.open(row, columns[next]!.name)
        }
    goTo({ row: index, column: Math.max(0, at) })
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = placeOf(event.target)
    const target = event.target as HTMLElement
    if (!at || event.defaultPrevented || target.closest('[data-editing], [role=menu]')) return
    const onCell = target.dataset.col !== undefined
    const row = rows.at(at.row)
    const isMod = event.ctrlKey || event.metaKey
    const deed = (work: () => void) => {
      event.preventDefault()
      work()
    }
    const name = columns[at.column]?.name
    const opened = row && name ? cells.now(row.id, name) : undefined
    // What is pressed while the cell is being opened is meant for it, and opens no record.
    const isOpening = opened?.state === 'typing' && opened.trouble === undefined && !opened.theirs
    if (onCell && isOpening && ['Enter', 'F2', ' '].includes(event.key)) return event.preventDefault()
    if (at.row >= 0 && onCell && !isMod && !event.altKey) {
      if (event.key === 'Enter' && row) return deed(() => list.open(row))
      if (event.key === 'F2') return deed(() => edit(row, at.column))
    }
    if (at.row >= 0 && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)))
      return deed(() => target.closest('[role=row]')?.querySelector<HTMLElement>('[data-more]')?.click())
    if (event.key === 'Enter' && isMod && row && onCell) return deed(() => openApart(list.linkTo(row)))
    const selecting = selectingDeed(event, at.row >= 0 && onCell ? at.row : null, selection)
    if (selecting) return deed(selecting)
    const to = placeAfter(at, event, {
      rows: rows.count,
      columns: columns.length,
      page,
      first,
      rtl: getComputedStyle(event.currentTarget).direction === 'rtl',
    })
    if (!to || (!onCell && !['ArrowUp', 'ArrowDown'].includes(event.key))) return
    deed(() => {
      if (event.shiftKey && to.row !== at.row && at.row >= 0 && to.row >= 0) selection.extendTo(to.row, at.row)
      goTo(to)
    })
  }
  const onClick = (event: MouseEvent) => {
    const at = placeOf(event.target)
    const target = event.target as HTMLElement
    if (!at || at.row < 0 || target.closest('[data-editing]')) return
    if (target.closest('[data-check]')) {
      if (event.shiftKey) selection.extendTo(at.row)
      else selection.toggle(at.row)
      return
    }
    const row = rows.at(at.row)
    if (!row || target.closest('a, button, input, label') || window.getSelection()?.toString()) return
    if (event.shiftKey) return selection.extendTo(at.row)
    if (event.ctrlKey || event.metaKey) return selection.toggle(at.row)
    clearTimeout(opening.current)
    const name = columns[at.column]?.name
    const waits = name !== undefined && isCellEditable(module, row, name, actor)
    if (cells.edits.size > 0 || event.detail > 1) return
    if (waits) opening.current = setTimeout(() => list.open(row), DOUBLE)
    else list.open(row)
  }
  const onDoubleClick = (event: MouseEvent) => {
    const at = placeOf(event.target)
    if (!at || at.row < 0 || (event.target as Element).closest('a, button, input')) return
    const row = rows.at(at.row)
    const name = columns[at.column]?.name
    if (row && name && isCellEditable(module, row, name, actor)) {
      clearTimeout(opening.current)
      window.getSelection()?.removeAllRanges()
      edit(row, at.column)
    }
  }

  const isField = (target: EventTarget) =>
    (target as Element).closest('input:not([type=checkbox]), textarea, [data-editing]')
  const onCopy = (event: ClipboardEvent) => {
    if (isField(event.target) || window.getSelection()?.toString()) return
    const held = Array.from({ length: rows.count }, (_, index) => index).filter(index => {
      const id = rows.idAt(index)
      return id !== undefined && (selection.target ? selection.has(id) : index === place.row)
    })
    const found = held.flatMap(index => rows.at(index) ?? [])
    if (found.length === 0) return
    event.preventDefault()
    void import('../list-work/copy-rows.ts')
      .then(({ copyRows }) => copyRows({ columns, rows: found, stage: words.stage }, { queries, data }))
      .then(done => done || toast(t('ui:notCopied')))
  }
  const onPaste = (event: ClipboardEvent) => {
    if (!take || isField(event.target)) return
    const text = event.clipboardData.getData('text/plain')
    if (text.trim() === '') return
    event.preventDefault()
    take(text)
  }

  return {
    onFocus,
    onKeyDown,
    onClick,
    onDoubleClick,
    onCopy,
    onPaste,
    leave,
    /** The open cells of a row, as one text that stays the same while nothing changes. */
    editingOf: (id: number): string =>
      cells.edits.size === 0
        ? ''
        : [...cells.edits.keys()]
            .filter(key => key.startsWith(`${id}.`))
            .map(key => key.slice(key.indexOf('.') + 1))
            .join(','),
  }
}

const openApart = (to: string | undefined) => {
  if (to) window.open(to, '_blank', 'noopener')
}
