import { clsx } from 'clsx'
import { Suspense, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import { piece } from '#src/lib/piece.ts'
import { useMarks } from '#src/data/use-marks.ts'
import { useWords } from '#src/fields/words.ts'
import { useFocusOnceDrawn } from '#src/lib/use-focus-once-drawn.ts'
import { DrawnRows } from '#src/table/drawn-rows.tsx'
import { useVirtualRows } from '#src/table/use-virtual-rows.ts'
import { useNarrow } from '../use-narrow.ts'
import type { AddRowProps } from './add-row.tsx'
import { columnViews, leastWidth, standsAtEnd, tracksOf } from './columns.ts'
import type { ItemDeeds } from './item-menu.tsx'
import { ItemRow, rowTexts } from './item-row.tsx'
import { useDrag } from './use-drag.ts'
import { useEdited } from './use-edited.ts'

const AddRow = piece(() => import('./add-row.tsx').then(({ AddRow }) => AddRow))
const EditRow = piece(() => import('./edit-row.tsx').then(({ EditRow }) => EditRow))

type Props = {
  list: List
  title: string
  items: readonly Item[]
  parents: ReadonlyMap<number, string>
  uses: Readonly<Record<number, number>> | undefined
  mayEdit: boolean
  mayMove: boolean
  /** The item being edited. */
  editing: number | null
  onEdit: (id: number | null) => void
  /** Is there something typed in the item being edited? */
  onDirty: (dirty: boolean) => void
  busy: ReadonlySet<number>
  noteOf: (id: number) => ReactNode
  deeds: Omit<ItemDeeds, 'edit' | 'move' | 'hold'>
  onMove: (from: number, to: number) => void
  /** What stands there when there are no rows. */
  empty: ReactNode
  /** The row that adds, where the person may. */
  add: Omit<AddRowProps, 'list' | 'narrow' | 'sticky'> | null
  /** The rows are shown: now there is time for the rest. */
  settled: boolean
}

const PAGE = 10

export function ItemsTable(props: Props) {
  const { list, parents, mayEdit, mayMove, editing, onEdit, onMove } = props
  const items = useEdited(list, props.items, editing)
  const { t } = useTranslation('crud')
  const texts = rowTexts(t)
  const marks = useMarks()
  const words = useWords(list)
  const columns = columnViews(list, words)
  const box = useRef<HTMLDivElement>(null)
  const narrow = useNarrow(box, leastWidth(columns))
  const coloured = items.some(item => item.colour !== null)
  const [current, setCurrent] = useState<number | null>(null)
  const at = (id: number | null) => (id === null ? -1 : items.findIndex(item => item.id === id))
  /** Its place in the list itself, which no longer has an item that was archived while it is edited. */
  const place = (id: number) => props.items.findIndex(item => item.id === id)
  const rowsBox = useRef<HTMLDivElement>(null)
  const { dragged, hold } = useDrag(rowsBox, (id, to) => {
    if (place(id) >= 0 && place(to) >= 0) onMove(place(id), place(to))
  })
  const keep = [at(current), at(editing), at(dragged)].filter(index => index >= 0)
  const drawn = useVirtualRows({
    list: rowsBox,
    count: items.length,
    height: narrow ? 84 : 45,
    above: 100,
    keyOf: index => items[index]?.id ?? index,
    keep,
  })

  const focusOn = useFocusOnceDrawn((id: number) => rowsBox.current?.querySelector<HTMLElement>(`[data-item="${id}"]`))
  const focusRow = (id: number | undefined) => {
    if (id === undefined) return
    focusOn(id)
    setCurrent(id)
  }
  // Where the row that was focused is gone, its neighbour takes over.
  const [lastPlace, setLastPlace] = useState(0)
  const here = at(current)
  if (here >= 0 && here !== lastPlace) setLastPlace(here)
  const reachable = here >= 0 ? current : (items[Math.min(lastPlace, items.length - 1)]?.id ?? null)

  const deeds: ItemDeeds = {
    ...props.deeds,
    hold,
    edit: item => onEdit(item.id),
    move: (item, by) => {
      const index = place(item.id)
      if (index < 0 || index + by < 0 || index + by >= props.items.length) return
      onMove(index, index + by)
      focusOn(item.id)
    },
  }
  const itemOf = (target: EventTarget) => {
    const id = (target as Element).closest<HTMLElement>('[data-item]')?.dataset.item
    return id === undefined ? undefined : items[at(Number(id))]
  }
  const onFocus = (event: FocusEvent) => {
    const item = itemOf(event.target)
    if (item) setCurrent(item.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const item = itemOf(event.target)
    if (!item) return
    const onRow = (event.target as HTMLElement).dataset.item !== undefined
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[event.key]
    if (event.key === 'F2' || (event.key === 'Enter' && onRow)) {
      if (!mayEdit) return
      deeds.edit(item)
    } else if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      if (mayMove) deeds.move(item, event.key === 'ArrowDown' ? 1 : -1)
    } else if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      focusRow(items[Math.max(0, Math.min(items.length - 1, at(item.id) + step))]?.id)
    } else if (onRow && (event.key === 'Home' || event.key === 'End')) {
      focusRow(items[event.key === 'Home' ? 0 : items.length - 1]?.id)
    } else return
    event.preventDefault()
  }

  return (
    <div ref={box} className="rounded-3 border bg-surface shadow-1" style={{ '--tracks': tracksOf(columns) } as object}>
      <div role="grid" aria-label={props.title} aria-rowcount={items.length + 1}>
        <div
          role="row"
          aria-rowindex={1}
          className={clsx(
            narrow
              ? 'sr-only'
              : 'stays sticky top-(--header-h) z-(--z-sticky) grid min-h-9 grid-cols-(--tracks) items-center gap-x-3 rounded-t-[9px] border-b bg-surface-sunken px-3 text-20 font-medium text-muted',
          )}
        >
          <span role="columnheader">
            <span className="sr-only">{t('list.order')}</span>
          </span>
          <span role="columnheader">{t('list.labelAndCode')}</span>
          {columns.map(column => (
            <span
              key={column.name}
              role="columnheader"
              className={clsx('truncate', standsAtEnd(column) && 'text-end')}
              title={words.hint(column.name)}
            >
              {words.field(column.name)}
            </span>
          ))}
          <span role="columnheader" className="text-end whitespace-nowrap">
            {t('list.inUse')}
          </span>
          <span role="columnheader" className="ps-1">
            {words.field('active')}
          </span>
          <span role="columnheader">
            <span className="sr-only">{t('list.more')}</span>
          </span>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the rows in it are focused; what keys do is the same for all */}
        <div ref={rowsBox} role="rowgroup" onFocus={onFocus} onKeyDown={onKeyDown}>
          <DrawnRows drawn={drawn} idAt={index => items[index]?.id}>
            {index => {
              const item = items[index]
              if (!item) return null
              if (item.id === editing)
                return (
                  <div
                    role="row"
                    aria-rowindex={index + 2}
                    data-index={index}
                    className="border-b bg-surface-sunken shadow-[inset_0_1px_var(--focus),inset_0_-1px_var(--focus)]"
                  >
                    <div role="gridcell">
                      <Suspense fallback={<div className="min-h-20" />}>
                        <EditRow
                          list={list}
                          item={item}
                          onDirty={props.onDirty}
                          onDone={() => {
                            onEdit(null)
                            focusRow((place(item.id) >= 0 ? item : (items[index + 1] ?? items[index - 1]))?.id)
                          }}
                        />
                      </Suspense>
                    </div>
                  </div>
                )
              return (
                <ItemRow
                  list={list}
                  item={item}
                  columns={columns}
                  parentName={item.parent === null ? undefined : parents.get(item.parent)}
                  uses={props.uses && (props.uses[item.id] ?? 0)}
                  place={index + 1}
                  last={item === props.items.at(-1)}
                  narrow={narrow}
                  coloured={coloured}
                  mayEdit={mayEdit}
                  mayMove={mayMove}
                  current={item.id === reachable}
                  busy={props.busy.has(item.id)}
                  dragged={item.id === dragged}
                  note={props.noteOf(item.id)}
                  waiting={marks.get(`${list.name}:${item.id}`)}
                  deeds={deeds}
                  texts={texts}
                />
              )
            }}
          </DrawnRows>
        </div>
      </div>
      {items.length === 0 && props.empty}
      {props.add && (
        <Suspense fallback={<AddPlace />}>
          {props.settled ? (
            <AddRow
              key={props.add.parent ?? 0}
              list={list}
              narrow={narrow}
              sticky={!narrow && at(editing) < 0}
              {...props.add}
            />
          ) : (
            <AddPlace />
          )}
        </Suspense>
      )}
    </div>
  )
}

/** As high as the row that adds, until that is there. */
const AddPlace = () => (
  <div className="stays sticky bottom-0 z-(--z-sticky) rounded-b-[9px] border-t bg-surface-sunken px-3 py-2">
    <div className="h-control-sm" />
  </div>
)
