import { clsx } from 'clsx'
import type { TFunction } from 'i18next'
import { memo, Suspense } from 'react'
import type { Module, Row } from '#contract/module.ts'
import { isOff } from '#contract/switched-off.ts'
import type { Mark } from '#src/data/use-marks.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { isNothing } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { piece } from '#src/lib/piece.ts'
import { Badge } from '#src/ui/badge.tsx'
import { checkLook, tickOf } from '#src/ui/checkbox.tsx'
import type { Opening } from '#src/ui/menu-entry.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { wordsLook } from '#src/table/row.tsx'
import { WaitingBadge } from '../waiting-badge.tsx'
import type { Leave } from '../list-work/editable-cell.tsx'
import type { Column, ListModel } from './model.ts'
import { RowValue, type Said } from './row-value.tsx'

const loadMenu = () => import('./row-menu.tsx').then(({ RowMenu }) => RowMenu)
const RowMenu = piece(loadMenu)
/** Somebody comes near a row's button: its menu is fetched. */
export const prepareMenu = () => void loadMenu().catch(() => undefined)
const EditableCell = piece(() => import('../list-work/editable-cell.tsx').then(({ EditableCell }) => EditableCell))

/** Stands for the name in the words that all rows share. */
const NAME = '\u0000'

/** What all rows say, put into words once: asking in each would take a fifth of the time in which they are drawn. */
type RowTexts = ReturnType<typeof rowTexts>

export function rowTexts(t: TFunction<'crud'>) {
  const about = (words: string) => (name: string) => words.replace(NAME, () => name)
  return {
    select: about(t('listTable.select', { name: NAME })),
    moreFor: about(t('listTable.moreFor', { name: NAME })),
    gone: t('listTable.gone'),
    off: t('list.off'),
  }
}

export type GridRowProps = {
  module: Module
  words: Words
  texts: RowTexts
  columns: readonly Column[]
  /** Undefined while it is on its way. */
  row: Row | undefined
  /** What is words alone, by its column. */
  said: readonly Said[]
  /** On its way, and out of sight: a bar that moves there would have the page drawn anew for ever. */
  still: boolean
  index: number
  to: string | undefined
  /** Where it is changed. */
  edit: string | undefined
  trail: ListModel['trail']
  selected: boolean
  /** The column of this row that Tab comes to; -1 for none. */
  current: number
  mark: 'changed' | 'gone' | null
  /** Something of it is on this device only. */
  waiting: Mark | undefined
  /** As a card, where there is no room for columns. */
  card: boolean
  /** The fields whose cells are open, by a comma. */
  editing: string
  onLeave: (index: number, field: string, go: Leave) => void
  /** How its menu was opened, if it was. */
  menu: Opening | null
}

const nothing = () => undefined

const firstLook =
  'relative bg-inherit font-medium group-data-wide/grid:sticky group-data-wide/grid:start-(--check-w) group-data-wide/grid:z-1 group-data-scrolled/grid:shadow-[1px_0_var(--border)] rtl:group-data-scrolled/grid:shadow-[-1px_0_var(--border)]'
const cellLook = 'min-w-0 scroll-ms-72 scroll-mt-46 scroll-mb-47 focus-visible:-outline-offset-2'

/** What says nothing without the word for it. */
const bare = new Set<string>(['number', 'flag', 'date', 'dateTime'])
const needsLabel = ({ field }: Column) => field !== null && bare.has(field.meta.kind)

// Scrolling draws the list again and again: a row that is the same must not cost anything.
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { columns, row, said, index, selected, mark, card, current, texts } = props
  const name = row ? titleOf(props.module, row) : ''
  // A card leaves out what is empty.
  const shown = columns
    .map((column, place) => ({ column, place }))
    .filter(({ column, place }) => !card || !row || place === 0 || !isNothing(row[column.name]))
  const isEdited = ({ name }: Column) => props.editing !== '' && props.editing.split(',').includes(name)
  const cell = ({ column, place }: { column: Column; place: number }) => {
    const isOpen = isEdited(column)
    const words = place > 0 && !card && !isOpen && !column.beside ? said[place]?.words : undefined
    return (
      <div
        key={column.name}
        role="gridcell"
        aria-colindex={place + 2}
        data-col={place}
        data-place={row && `${row.id}.${column.name}`}
        tabIndex={current === place ? 0 : -1}
        className={clsx(
          cellLook,
          isOpen && 'relative',
          words === '' && 'text-subtle',
          card
            ? place === 0
              ? 'relative col-start-2 flex items-center px-3 py-0.5 font-medium'
              : clsx('flex shrink-0 items-baseline gap-1', isOpen && 'min-w-full')
            : clsx(
                'h-full px-3',
                words === undefined
                  ? 'flex items-center'
                  : 'overflow-clip leading-[calc(var(--row-h)-1px)] text-ellipsis whitespace-nowrap',
                column.atEnd ? 'justify-end text-end tabular-nums' : wordsLook,
                place === 0 && firstLook,
              ),
        )}
      >
        {card && place > 0 && <span className={needsLabel(column) ? 'text-20' : 'sr-only'}>{column.label}</span>}
        {words !== undefined ? (
          words || '—'
        ) : row ? (
          <RowValue {...props} row={row} column={column} said={said[place]} to={place === 0 ? props.to : undefined} />
        ) : (
          <Skeleton className={clsx(place % 2 ? 'w-1/2' : 'w-3/4', props.still && 'animate-none!')} />
        )}
        {place === 0 && row && isOff(props.module, row) && <Badge className="ms-2 shrink-0">{texts.off}</Badge>}
        {place === 0 && mark === 'gone' && (
          <span className="ms-2 shrink-0 rounded-2 bg-surface-pressed px-1.5 text-20 font-normal text-muted">
            {texts.gone}
          </span>
        )}
        {place === 0 && <WaitingBadge mark={props.waiting} className="ms-2 shrink-0" />}
        {row && isOpen && (
          <Suspense>
            <EditableCell
              module={props.module}
              row={row}
              name={column.name}
              last={place === columns.length - 1}
              onLeave={go => props.onLeave(index, column.name, go)}
            />
          </Suspense>
        )}
      </div>
    )
  }
  const more = (
    <button
      type="button"
      data-more={props.menu ? 'opened' : 'closed'}
      tabIndex={-1}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={texts.moreFor(name)}
      title={texts.moreFor(name)}
      className="dots grid size-8 place-items-center rounded-2 text-transparent group-hover/row:text-muted group-focus-within/row:text-muted hover:bg-surface-pressed hover:text-ink! focus-visible:text-muted aria-expanded:text-muted pointer-coarse:size-11 pointer-coarse:text-muted"
    />
  )
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      data-row={row?.id}
      data-mark-row={mark ?? undefined}
      className={clsx(
        'group/row border-b bg-surface outline-none last:border-b-0',
        // By itself, so that the rows beside it need not be looked at when one comes or goes. What is typed into stands out of it.
        props.editing === '' ? 'contain-content' : 'relative',
        selected ? 'bg-selected!' : 'hover:bg-surface-hover',
        mark === 'gone' && 'text-subtle',
        card
          ? 'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 px-2 py-2'
          : 'grid h-row w-full grid-cols-(--tracks) items-center',
        row && props.to && 'cursor-pointer',
      )}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        data-check=""
        className={clsx(
          'grid place-items-center',
          card
            ? 'size-11'
            : 'relative h-full w-(--check-w) bg-inherit group-data-wide/grid:sticky group-data-wide/grid:start-0 group-data-wide/grid:z-1',
        )}
      >
        <input
          type="checkbox"
          checked={selected}
          onChange={nothing}
          tabIndex={-1}
          aria-label={texts.select(name)}
          disabled={!row}
          {...tickOf(selected)}
          className={checkLook}
        />
        {mark === 'changed' && (
          <span aria-hidden="true" className="absolute inset-y-0 start-0 w-0.75 bg-info" data-solid="" />
        )}
      </div>
      {card ? (
        <>
          {shown.slice(0, 1).map(cell)}
          {/* Everything else is one line: every row is two lines high, whatever it says. */}
          <div
            role="presentation"
            className="col-span-2 col-start-2 flex min-w-0 items-baseline gap-x-3 overflow-hidden ps-3 text-30 text-muted"
          >
            {shown.slice(1).map(cell)}
          </div>
        </>
      ) : (
        shown.map(cell)
      )}
      <div
        role="gridcell"
        aria-colindex={columns.length + 2}
        className={clsx('grid place-items-center', card ? 'col-start-3 row-start-1' : 'h-full w-(--more-w)')}
      >
        {row &&
          (props.menu ? (
            <Suspense fallback={more}>
              <RowMenu
                module={props.module}
                row={row}
                to={props.to}
                edit={props.edit}
                trail={props.trail}
                opening={props.menu}
                trigger={more}
              />
            </Suspense>
          ) : (
            more
          ))}
      </div>
    </div>
  )
})
