import { useRef, type ClipboardEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { rowsOf } from '#src/data/rows/source.ts'
import { useWords } from '#src/fields/words.ts'
import { useSteady } from '#src/lib/use-steady.ts'
import { useActor } from '#src/session/actor.ts'
import { useCellEdits } from '../list-work/cell-edits.ts'
import { isCellEditable } from '../list-work/editable.ts'
import type { Leave } from '../list-work/editable-cell.tsx'
import type { Opening } from '#src/ui/menu-entry.ts'
import { openingBy } from '#src/ui/menu.tsx'
import { selectingDeed } from '#src/ui/row-keys.ts'
import { toast } from '#src/ui/toast.ts'
import type { GridState } from '#src/table/use-grid.ts'
import { prepareMenu } from './grid-row.tsx'
import type { ListModel } from './model.ts'

/** So long a press on a cell that can be changed waits for a second one. */
const DOUBLE = 220

type Options = {
  list: ListModel
  grid: GridState
  onPaste: ((text: string) => void) | undefined
  /** The button of a row's menu was pressed. */
  onMenu: (id: number, opening: Opening) => void
}

/** What keys, presses and the clipboard do in a list besides what they do in every table. */
export function useGridEvents({ list, grid, onPaste: take, onMenu }: Options) {
  const { module, rows, columns, selection, place } = list
  const { t } = useTranslation('ui')
  const actor = useActor()
  const cells = useCellEdits(module)
  const words = useWords(module)
  const queries = useQueryClient()
  const data = useData()
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** The field of a cell that can be changed here. */
  const fieldAt = (row: Row, column: number) => {
    const name = columns[column]?.name
    return name !== undefined && isCellEditable(module, row, name, actor) ? name : undefined
  }
  const edit = (row: Row | undefined, column: number) => {
    const name = row && fieldAt(row, column)
    if (name !== undefined) cells.open(row!, name)
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
    grid.goTo({ row: index, column: Math.max(0, at) })
  })

  /** Whether the event was for the button of a menu that is not there yet. */
  const opensMenu = (event: MouseEvent | KeyboardEvent) => {
    const button = (event.target as Element).closest('[data-more=closed]')
    const id = button && rows.idAt(grid.placeOf(button)?.row ?? -1)
    const opening = openingBy(event)
    if (!id || !opening || event.defaultPrevented) return false
    event.preventDefault()
    onMenu(id, opening)
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (opensMenu(event)) return
    const at = grid.placeOf(event.target)
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
    if (event.key === 'F2' && at.row >= 0 && onCell && !isMod && !event.altKey) return deed(() => edit(row, at.column))
    if (at.row >= 0 && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)))
      return deed(() => target.closest('[role=row]')?.querySelector<HTMLElement>('[data-more]')?.click())
    const selecting = selectingDeed(event, at.row >= 0 && onCell ? at.row : null, selection)
    if (selecting) return deed(selecting)
    grid.events.onKeyDown(event)
  }
  const onClick = (event: MouseEvent) => {
    const at = grid.placeOf(event.target)
    const target = event.target as HTMLElement
    if (opensMenu(event) || !at || at.row < 0 || target.closest('[data-editing]')) return
    if (target.closest('a[data-open]')) return grid.events.onClick(event)
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
    if (cells.edits.size > 0 || event.detail > 1) return
    if (fieldAt(row, at.column) !== undefined) opening.current = setTimeout(() => list.open(row), DOUBLE)
    else list.open(row)
  }
  const onPointerOver = (event: PointerEvent) => {
    if ((event.target as Element).closest('[data-more]')) prepareMenu()
  }
  const onDoubleClick = (event: MouseEvent) => {
    const at = grid.placeOf(event.target)
    if (!at || at.row < 0 || (event.target as Element).closest('a, button, input')) return
    const row = rows.at(at.row)
    if (!row || fieldAt(row, at.column) === undefined) return
    clearTimeout(opening.current)
    window.getSelection()?.removeAllRanges()
    edit(row, at.column)
  }

  const isField = (target: EventTarget) =>
    (target as Element).closest('input:not([type=checkbox]), textarea, [data-editing]')
  const onCopy = (event: ClipboardEvent) => {
    if (isField(event.target) || window.getSelection()?.toString()) return
    const here = rows.idAt(place.row)
    const found = rowsOf(rows).filter(({ id }) => (selection.target ? selection.has(id) : id === here))
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
    heard: { onKeyDown, onClick, onDoubleClick, onCopy, onPaste, onPointerOver },
    leave,
    /** The open cells of a row, as one text that stays the same while nothing changes. */
    editingOf: (id: number): string =>
      cells.edits.size === 0
        ? ''
        : [...cells.edits.values()].flatMap(({ row, field }) => (row.id === id ? field : [])).join(','),
  }
}
