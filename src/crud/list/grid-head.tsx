import { clsx } from 'clsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { KeyboardEvent, PointerEvent as ReactPointerEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { followPointer } from '#src/lib/follow-pointer.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { menuPiece } from '#src/ui/menu.tsx'
import { useDragColumn } from './drag-column.ts'
import type { Column, ListModel } from './model.ts'
import { nextSort, sortsIn, wayOf } from './sorts.ts'
import { NARROWEST, tracksOf, WIDEST, widthOf } from './use-columns.ts'

const ColumnMenu = menuPiece(() => import('./column-menu.tsx').then(({ ColumnMenu }) => ColumnMenu))

/** One press of a key makes a column so much wider. */
const STEP = 16

type Props = {
  list: ListModel
  grid: RefObject<HTMLDivElement | null>
  /** The column of the head that Tab comes to; -1 for none. */
  current: number
  /** Of a group, whose own head selects its rows. */
  inGroup: boolean
}

export const clampWidth = (width: number) => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)))

/** The row of heads: sorts, and sets how wide a column is and where it stands, by mouse and by keys. */
export function GridHead({ list, grid, current, inGroup }: Props) {
  const { t } = useTranslation('crud')
  const { columns, selection, rows, module, settings, state } = list
  const names = columns.map(column => column.name)
  const isPart = !selection.isAll && selection.count !== 0
  const everyLoaded = isPart && selection.count !== null && selection.count >= rows.count && rows.count > 0
  const resize = (column: Column, width: number | null) => {
    const { [column.name]: _, ...others } = settings.widths
    settings.setLook({ widths: width === null ? others : { ...others, [column.name]: clampWidth(width) } })
  }
  const move = (from: number, to: number) => {
    const name = names[from]
    if (name === undefined || to < 0 || to >= names.length) return
    list.setColumns(names.toSpliced(from, 1).toSpliced(to, 0, name))
    list.goTo({ row: -1, column: to })
  }
  const drag = useDragColumn(grid, move)
  const sort = (column: Column, also: boolean) => {
    if (column.sortable) list.change({ sort: nextSort(state.sort, column.name, also) })
  }
  const onKeyDown = (event: KeyboardEvent, column: Column, index: number) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const forward = rtl ? -way : way
    if (way && event.shiftKey && !event.ctrlKey && !event.altKey)
      resize(column, widthNow(event.currentTarget) + forward * STEP)
    else if (way && event.ctrlKey && !event.altKey) move(index, index + forward)
    else if (event.key === 'Enter' || event.key === ' ') sort(column, event.shiftKey)
    else if (
      event.key === 'ContextMenu' ||
      (event.key === 'F10' && event.shiftKey) ||
      (event.key === 'ArrowDown' && event.altKey)
    )
      event.currentTarget.querySelector<HTMLElement>('button')?.click()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const startResize = (event: ReactPointerEvent<HTMLElement>, column: Column) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    const handle = event.currentTarget
    const cell = handle.parentElement!
    const box = grid.current
    const rtl = getComputedStyle(cell).direction === 'rtl'
    const [from, before] = [event.clientX, widthNow(cell)]
    handle.setPointerCapture(event.pointerId)
    let width = before
    // The width follows the pointer without drawing a single row anew.
    const show = (shown: readonly Column[]) => box?.style.setProperty('--tracks', tracksOf(module, shown).tracks)
    const sized = () => columns.map(one => (one.name === column.name ? { ...one, width } : one))
    followPointer(event.nativeEvent, {
      slop: 0,
      onMove: ({ clientX }) => {
        width = clampWidth(before + (clientX - from) * (rtl ? -1 : 1))
        show(sized())
      },
      onDrop: () => {
        if (width === before) return
        show(sized())
        resize(column, width)
      },
      onEnd: () => show(columns),
    })
  }
  const second = sortsIn(state.sort)[1]
  return (
    <div
      role="row"
      data-heads=""
      aria-rowindex={1}
      className="group/heads grid h-[max(36px,var(--hit))] w-full grid-cols-(--tracks) items-stretch bg-surface-sunken text-20 font-medium text-muted"
    >
      <div
        role="columnheader"
        aria-colindex={1}
        className={clsx(
          'sticky start-0 z-2 grid w-(--check-w) place-items-center bg-inherit',
          !inGroup && 'rounded-ss-[9px]',
        )}
      >
        {!inGroup && (
          <Checkbox
            checked={selection.isAll || everyLoaded ? true : isPart ? 'mixed' : false}
            onChange={on => (on ? selection.selectLoaded() : selection.clear())}
            tabIndex={-1}
            aria-label={t('listTable.selectLoaded')}
          />
        )}
      </div>
      {columns.map((column, index) => {
        const way = wayOf(state.sort, column.name)
        return (
          // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- it is one of the grid's own stops
          <div
            key={column.name}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={way === 'none' ? undefined : way}
            data-col={index}
            data-head=""
            data-column={column.name}
            tabIndex={current === index ? 0 : -1}
            onKeyDown={event => onKeyDown(event, column, index)}
            onPointerDown={event => drag(event, index)}
            onClick={event => {
              if (!(event.target as Element).closest('[data-tool]')) sort(column, event.shiftKey)
            }}
            className={clsx(
              'group/head relative flex min-w-0 items-center gap-1 px-3 select-none focus-visible:-outline-offset-2',
              column.sortable && 'cursor-pointer hover:text-ink',
              column.atEnd && 'flex-row-reverse text-end',
              way !== 'none' && 'font-semibold text-ink',
              index === 0 && 'sticky start-(--check-w) z-2 bg-inherit',
              'data-[drop=end]:shadow-[inset_-2px_0_var(--primary)] data-[drop=start]:shadow-[inset_2px_0_var(--primary)]',
            )}
          >
            <span className="truncate">{column.label}</span>
            {way !== 'none' && (
              <span className="inline-flex shrink-0 items-center">
                <Icon of={way === 'descending' ? ArrowDown : ArrowUp} size="xs" />
                {second && <sup className="text-10">{second.field === column.name ? 2 : 1}</sup>}
              </span>
            )}
            <ColumnMenu
              list={list}
              column={column}
              index={index}
              onMove={by => move(index, index + by)}
              onSize={by => resize(column, by === null ? null : widthOf(module, column) + by)}
              trigger={
                <button
                  type="button"
                  data-tool=""
                  tabIndex={-1}
                  aria-label={t('listTable.columnMenu', { column: column.label })}
                  className={clsx(
                    'grid h-6 w-px shrink-0 place-items-center overflow-hidden rounded-1 opacity-0 group-hover/head:w-6 group-hover/head:opacity-100 group-focus-visible/head:w-6 group-focus-visible/head:opacity-100 hover:bg-surface-pressed focus-visible:w-6 focus-visible:opacity-100 aria-expanded:w-6 aria-expanded:opacity-100 pointer-coarse:-mx-4! pointer-coarse:size-11! pointer-coarse:opacity-100',
                    column.atEnd ? 'me-auto -ms-1' : 'ms-auto -me-1',
                  )}
                >
                  <Icon of={ChevronDown} size="xs" />
                </button>
              }
            />
            {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for a pointer; keys and the menu do the same */}
            <span
              data-tool=""
              onPointerDown={event => startResize(event, column)}
              onDoubleClick={() => resize(column, null)}
              className="absolute inset-y-1.5 -end-1 z-3 w-2 cursor-col-resize touch-none rounded-full after:absolute after:inset-y-0 after:start-[3px] after:w-px after:bg-line-strong after:opacity-0 group-hover/heads:after:opacity-100 hover:bg-primary-mild pointer-coarse:hidden"
            />
          </div>
        )
      })}
      <div role="columnheader" aria-colindex={columns.length + 2} className="w-(--more-w)">
        <span className="sr-only">{t('listTable.more')}</span>
      </div>
    </div>
  )
}

const widthNow = (cell: Element) => cell.getBoundingClientRect().width
