import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsOf } from '#src/data/rows/source.ts'
import { tracksOf } from './columns.ts'
import { DrawnRows, useLook } from './drawn-rows.tsx'
import { GridFrame } from './grid-frame.tsx'
import { TableFoot, TableHead } from './head.tsx'
import type { Place } from './keys.ts'
import type { TableProps } from './model.ts'
import { useNames } from './names.ts'
import { TableRow } from './row.tsx'
import { useKeys } from './use-keys.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

const noLook = () => undefined

/** So many rows are all drawn: find in page and print work then. */
const FEW = 100
/** About how high a row is, until one is measured. */
const HEIGHT = 40

/** Rows from anywhere under columns of any number: one stop of the Tab key, and from there everything by keys. */
export function Table<R>({ title, rows, columns, linkTo, look = noLook, wide = false }: TableProps<R>) {
  const { t } = useTranslation('crud')
  /** The cell that Tab comes to. */
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const grid = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // What leads nowhere has to say everything here, and is as high as that is.
  const even = linkTo !== undefined
  const { count } = rows
  const here = { row: Math.min(place.row, count - 1), column: Math.min(place.column, columns.length - 1) }
  const drawn = useVirtualRows({
    list,
    count,
    height: HEIGHT,
    above: even ? FEW : Infinity,
    keyOf: index => rows.idAt(index) ?? -index,
    keep: here.row < 0 ? [] : [here.row],
  })
  const names = useNames(columns, rows, drawn.from, drawn.to)
  const toOf = (index: number) => {
    const id = rows.idAt(index)
    return id === undefined ? undefined : linkTo?.(id)
  }
  const keys = useKeys({ grid, place, onPlace: setPlace, rows: count, columns: columns.length, toOf })
  useLook(rows, drawn)

  const { tracks, least } = tracksOf(columns, !even)
  const hasFoot = count > 0 && !rows.more && !rows.partial && columns.some(({ total }) => total)
  const roomy = 'min-w-(--least) @max-lg/table:min-w-0'
  return (
    <div className={clsx('min-w-0', !wide && '@container/table')}>
      <GridFrame
        grid={grid}
        tracks={tracks}
        least={`${least}px`}
        aria-label={title}
        aria-rowcount={rows.more ? -1 : count + (hasFoot ? 2 : 1)}
        aria-colcount={columns.length}
        onFocus={keys.onFocus}
        onKeyDown={keys.onKeyDown}
        onClick={keys.onClick}
        className="text-30 whitespace-normal pointer-coarse:text-40"
        head={<TableHead columns={columns} />}
        headLook="top-(--table-top,var(--header-h)) @max-lg/table:sr-only"
        roomy="@max-lg/table:min-w-0"
      >
        <div role="rowgroup" ref={list} className={roomy}>
          <DrawnRows drawn={drawn} idAt={rows.idAt}>
            {index => {
              const row = rows.at(index)
              return (
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
              )
            }}
          </DrawnRows>
        </div>
        {hasFoot && (
          <div role="rowgroup" className={roomy}>
            <TableFoot columns={columns} rows={rowsOf(rows)} label={t('table.sum')} />
          </div>
        )}
      </GridFrame>
    </div>
  )
}
