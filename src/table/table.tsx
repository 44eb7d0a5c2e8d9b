import { clsx } from 'clsx'
import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsOf } from '#src/data/rows/source.ts'
import { tracksOf } from './columns.ts'
import { TableFoot, TableHead } from './head.tsx'
import type { TableProps } from './model.ts'
import { useNames } from './names.ts'
import { TableRow } from './row.tsx'
import { useSideScroll } from './side-scroll.ts'
import { useTableStore } from './store.ts'
import { useKeys } from './use-keys.ts'
import { useView } from './view.ts'

const noLook = () => undefined

/** Rows from anywhere under columns of any number: one stop of the Tab key, and from there everything by keys. */
export function Table<R>({ title, rows, columns, store: given, linkTo, look = noLook, wide = false }: TableProps<R>) {
  const { t } = useTranslation('crud')
  const [store, { place }] = useTableStore(given)
  const grid = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { head, body, bar, onScroll } = useSideScroll(grid)
  // What leads nowhere has to say everything here, and is as high as that is.
  const even = linkTo !== undefined
  const { count } = rows
  const here = { row: Math.min(place.row, count - 1), column: Math.min(place.column, columns.length - 1) }
  const drawn = useView(list, { count, even, kept: here.row })
  const names = useNames(columns, rows, drawn.from, drawn.to)
  const toOf = (index: number) => {
    const id = rows.idAt(index)
    return id === undefined ? undefined : linkTo?.(id)
  }
  const keys = useKeys({ grid, store, rows: count, columns: columns.length, toOf })
  const see = rows.look
  useEffect(() => {
    if (count > 0) see(drawn.from, drawn.to)
  }, [see, drawn.from, drawn.to, count])

  const { tracks, least } = tracksOf(columns, !even)
  const hasFoot = count > 0 && !rows.more && columns.some(({ total }) => total)
  const roomy = 'min-w-(--least) @max-lg/table:min-w-0'
  const space = (height: number) => <div aria-hidden="true" style={{ height }} />
  return (
    <div className={clsx('min-w-0', !wide && '@container/table')}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells are focused, one of them at a time */}
      <div
        ref={grid}
        role="grid"
        aria-label={title}
        aria-rowcount={rows.more ? -1 : count + (hasFoot ? 2 : 1)}
        aria-colcount={columns.length}
        style={{ '--tracks': tracks, '--least': `${least}px` } as object}
        onFocus={keys.onFocus}
        onKeyDown={keys.onKeyDown}
        onClick={keys.onClick}
        className="text-30 whitespace-normal pointer-coarse:text-40"
      >
        <div
          role="rowgroup"
          ref={head}
          className="stays sticky top-(--table-top,var(--header-h)) z-(--z-sticky) overflow-hidden border-b bg-surface-sunken @max-lg/table:sr-only"
        >
          <div className={roomy}>
            <TableHead columns={columns} />
          </div>
        </div>
        <div ref={body} onScroll={onScroll} className="overflow-x-auto overscroll-x-contain [scrollbar-width:none]">
          <div role="rowgroup" ref={list} className={roomy}>
            {drawn.rows.map(({ index, gap }) => {
              const row = rows.at(index)
              return (
                <Fragment key={rows.idAt(index) ?? -index}>
                  {gap > 0 && space(gap)}
                  <TableRow
                    row={row}
                    index={index}
                    columns={columns}
                    names={names}
                    to={toOf(index)}
                    even={even}
                    look={row === undefined ? undefined : look(row)}
                    current={here.row === index ? here.column : -1}
                  />
                </Fragment>
              )
            })}
            {drawn.after > 0 && space(drawn.after)}
          </div>
          {hasFoot && (
            <div role="rowgroup" className={roomy}>
              <TableFoot columns={columns} rows={rowsOf(rows)} label={t('table.sum')} />
            </div>
          )}
        </div>
        <div
          ref={bar}
          onScroll={onScroll}
          aria-hidden="true"
          className="stays sticky bottom-0 z-2 overflow-x-auto overflow-y-hidden"
        >
          <div className={clsx('h-px', roomy)} />
        </div>
      </div>
    </div>
  )
}
