import { clsx } from 'clsx'
import type { Column } from './model.ts'
import { labelLook } from './row.tsx'

type Props<R> = {
  columns: readonly Column<R>[]
}

/** What the columns are called. */
export function TableHead<R>({ columns }: Props<R>) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="grid h-[max(36px,var(--hit))] grid-cols-(--tracks) items-center text-20 font-medium text-muted"
    >
      {columns.map(({ key, label, head, atEnd }, place) => (
        <div
          key={key}
          role="columnheader"
          aria-colindex={place + 1}
          className={clsx('min-w-0 truncate px-3 first:ps-4 last:pe-4', atEnd && 'text-end')}
        >
          {head ?? label}
        </div>
      ))}
    </div>
  )
}

/** What all rows come to together, below them. */
export function TableFoot<R>({ columns, rows, label }: Props<R> & { rows: readonly R[]; label: string }) {
  return (
    <div
      role="row"
      aria-rowindex={rows.length + 2}
      className="grid min-h-row grid-cols-(--tracks) items-center border-t font-semibold @max-lg/table:flex @max-lg/table:flex-wrap @max-lg/table:gap-x-4 @max-lg/table:px-4 @max-lg/table:py-2"
    >
      {columns.map(({ key, label: name, atEnd, plain, total }, place) => (
        <div
          key={key}
          role="gridcell"
          aria-colindex={place + 1}
          data-label={total && place > 0 && !plain ? name : undefined}
          className={clsx(
            'min-w-0 px-3 py-1 first:ps-4 last:pe-4 @max-lg/table:p-0!',
            place > 0 && !plain && labelLook,
            atEnd && 'text-end tabular-nums',
            !total && place > 0 && '@max-lg/table:hidden',
          )}
        >
          {total ? total(rows) : place === 0 && label}
        </div>
      ))}
    </div>
  )
}
