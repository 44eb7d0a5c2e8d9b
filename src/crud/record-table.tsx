import { clsx } from 'clsx'
import { Fragment, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { FieldKind } from '#contract/fields.ts'
import type { Module, Row } from '#contract/module.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { kinds } from '#src/fields/kinds.ts'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { StageRail } from '#src/ui/stage-rail.tsx'
import { Cell, HeadCell, Row as TableRow, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { goFromRowToRow } from '#src/ui/row-keys.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

type Props = {
  module: Module
  title: string
  columns: readonly string[]
  rows: readonly Row[]
  /** A field's name, with a minus for the other way round. */
  sort: string
  onSort: (sort: string) => void
  linkTo: (row: Row) => string | undefined
}

/** Records in rows: the first column leads to the record, a head sorts, arrows go from row to row. */
export function RecordTable({ module, title, columns, rows, sort, onSort, linkTo }: Props) {
  const words = useWords(module)
  const navigate = useNavigate()
  const fields = columns.map(name => (name === 'stage' ? null : fieldView(module, name, words)))
  const list = useRef<HTMLTableSectionElement>(null)
  const { rows: drawn, after } = useVirtualRows({
    list,
    count: rows.length,
    height: 41,
    above: 200,
    keyOf: index => rows[index]?.id ?? index,
    keep: [],
  })
  const nextSort = (name: string) => (sort === name ? `-${name}` : sort === `-${name}` ? '' : name)
  const sortOf = (name: string) => (sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none')
  const cell = (row: Row, index: number) => {
    const field = fields[index]
    if (field) return <FieldCell field={field} value={row[field.name]} />
    const stage = row.stage ?? ''
    return (
      <StageRail
        stages={module.stages ?? []}
        stage={stage}
        label={words.stage(stage)}
        colour={module.colour ?? 'none'}
      />
    )
  }
  const space = (height: number) => <tr aria-hidden="true" style={{ height }} />
  return (
    <Table caption={title} aria-rowcount={rows.length + 1}>
      <TableHead>
        {columns.map((name, index) => (
          <HeadCell
            key={name}
            numeric={fields[index] ? kinds[fields[index].meta.kind].atEnd : undefined}
            sort={sortOf(name)}
            onSort={() => onSort(nextSort(name))}
          >
            {words.field(name)}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody ref={list} onKeyDown={goFromRowToRow}>
        {drawn.map(({ index, gap }) => {
          const row = rows[index]
          if (!row) return null
          const to = linkTo(row)
          return (
            <Fragment key={row.id}>
              {gap > 0 && space(gap)}
              <TableRow
                aria-rowindex={index + 2}
                data-index={index}
                faded={row.active === false}
                className={to ? 'cursor-pointer' : undefined}
                onClick={event => {
                  const onControl = (event.target as Element).closest('a, button, input, label')
                  if (to && !onControl && !window.getSelection()?.toString()) void navigate(to)
                }}
              >
                {columns.map((name, column) => (
                  <Cell
                    key={name}
                    numeric={fields[column] ? kinds[fields[column].meta.kind].atEnd : undefined}
                    label={column === 0 ? undefined : words.field(name)}
                    className={clsx(widthOf(fields[column]?.meta.kind, column), column === 0 && 'font-medium')}
                  >
                    <span className="block min-w-0 truncate">
                      {column === 0 && to ? (
                        <Link to={to} data-row-link="" className="rounded-1 hover:underline">
                          {cell(row, column)}
                        </Link>
                      ) : (
                        cell(row, column)
                      )}
                    </span>
                  </Cell>
                ))}
              </TableRow>
            </Fragment>
          )
        })}
        {after > 0 && space(after)}
      </TableBody>
    </Table>
  )
}

const brief: readonly FieldKind[] = [
  'flag',
  'phone',
  'number',
  'money',
  'date',
  'dateTime',
  'choice',
  'colour',
  'files',
  'lines',
]

/** Short things keep their words; long ones share what is left and are cut off. */
function widthOf(kind: FieldKind | undefined, column: number): string {
  if (column === 0) return 'w-1/4 max-w-0'
  if (!kind || brief.includes(kind)) return 'whitespace-nowrap'
  return clsx('max-w-0', kind === 'address' || kind === 'longText' ? 'w-1/3' : 'w-1/6')
}
