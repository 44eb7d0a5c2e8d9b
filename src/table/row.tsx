import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import type { ShownNames } from '#src/fields/texts.ts'
import { shownIn } from './cells.tsx'
import type { Column, RowLook } from './model.ts'

type Props<R> = {
  /** Undefined while it is on its way. */
  row: R | undefined
  index: number
  columns: readonly Column<R>[]
  names: ShownNames
  /** Where it leads. */
  to: string | undefined
  /** All rows are equally high: what does not fit is cut. */
  even: boolean
  look: RowLook
  /** The column of this row that Tab comes to; -1 for none. */
  current: number
}

/**
 * Where there is room, cells stand below their heads. Where there is not, a row has two lines: what it is, and at the end what it
 * comes to; below that all the rest, with its labels.
 */
const rowLook = clsx(
  'group/row relative grid min-h-row grid-cols-(--tracks) items-center border-b outline-none last:border-b-0',
  '@max-lg/table:flex @max-lg/table:flex-wrap @max-lg/table:items-baseline @max-lg/table:gap-x-3 @max-lg/table:gap-y-1 @max-lg/table:px-4 @max-lg/table:py-2.5',
  // What can be pressed by itself stands above the link of the row.
  '[&_:is(button,a:not([data-open]))]:relative [&_:is(button,a:not([data-open]))]:z-1',
  // Ends the first line.
  '@max-lg/table:after:order-1 @max-lg/table:after:w-full',
)
const looks = { faded: 'text-subtle', wrong: 'bg-danger-subtle', strong: 'font-semibold' } as const

const cellLook = 'min-w-0 px-3 py-1 focus-visible:-outline-offset-2 first:ps-4 last:pe-4 @max-lg/table:p-0!'
/** Words of another script keep their own direction, and stand where those of this one do. */
export const wordsLook = '[text-align:-webkit-match-parent] [text-align:match-parent] [unicode-bidi:plaintext]'

/** One row: no hooks, and of each cell one element. It is drawn anew only when something of it is another one. */
export const TableRow = memo(function TableRow<R>(props: Props<R>) {
  const { row, index, columns, names, to, even, look, current } = props
  const amount = columns.findLastIndex(({ atEnd }) => atEnd)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={clsx(
        rowLook,
        even && 'h-row @max-lg/table:overflow-hidden',
        // A third line would begin below its end.
        even && columns.length > 2 ? '@max-lg/table:h-15 @max-lg/table:content-start' : '@max-lg/table:content-center',
        columns.some(({ tool }) => tool) && '@max-lg/table:pe-14',
        to !== undefined && 'cursor-pointer hover:bg-surface-hover',
        look !== 'wrong' && 'bg-surface',
        look && looks[look],
      )}
    >
      {columns.map((column, place) => {
        const shown = row === undefined ? null : shownIn(column, row, names)
        return (
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={place + 1}
            data-col={place}
            data-label={column.plain ? undefined : column.label}
            tabIndex={current === place ? 0 : -1}
            className={clsx(
              cellLook,
              even ? 'truncate' : 'wrap-anywhere',
              column.atEnd ? 'text-end tabular-nums' : wordsLook,
              lineOf(column, place, amount),
              place === 0 &&
                to !== undefined &&
                'relative flex h-full items-center @max-lg/table:static @max-lg/table:h-auto',
              (shown === null || shown === false) && (place > 0 ? 'text-subtle @max-lg/table:hidden' : 'text-subtle'),
            )}
          >
            {contents(row, place === 0 ? to : undefined, shown)}
          </div>
        )
      })}
    </div>
  )
}) as <R>(props: Props<R>) => ReactNode

/** The label of a value, before it where there is no room for columns. */
export const labelLook =
  '@max-lg/table:before:me-1 @max-lg/table:before:text-20 @max-lg/table:before:font-normal @max-lg/table:before:text-subtle @max-lg/table:before:content-[attr(data-label)]'

/** The first cell and the last amount are the first line of a row of two; a button stands beside both lines. */
function lineOf({ tool, plain }: Pick<Column, 'tool' | 'plain'>, place: number, amount: number): string {
  if (place === 0) return 'font-medium @max-lg/table:min-w-0 @max-lg/table:flex-1'
  if (tool)
    return '@max-lg/table:absolute @max-lg/table:inset-y-0 @max-lg/table:end-2 @max-lg/table:flex @max-lg/table:items-center'
  return clsx(
    place === amount
      ? 'font-medium @max-lg/table:order-1 @max-lg/table:ms-auto'
      : '@max-lg/table:order-2 @max-lg/table:text-20 @max-lg/table:text-muted',
    !plain && labelLook,
  )
}

function contents(row: unknown, to: string | undefined, shown: ReactNode): ReactNode {
  if (to === undefined) return row !== undefined && shown === null ? '—' : shown
  // It is as large as its cell, and where there is no room for columns as its row: whoever touches one of them meets it.
  return (
    <a
      href={to}
      data-open=""
      tabIndex={-1}
      className="truncate outline-none after:absolute after:inset-0 group-hover/row:underline"
    >
      {shown ?? '—'}
    </a>
  )
}
