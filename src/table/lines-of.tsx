import { useMemo } from 'react'
import { useLocalRows } from '#src/data/rows/use-local-rows.ts'
import { asLines } from '#src/fields/lines.tsx'
import { isNothing, type CellProps } from '#src/fields/view.ts'
import { lineColumns } from './columns.ts'
import { Table } from './table.tsx'

/** The lines of a record, with every column that says something. */
export function LinesOf({ field, value }: CellProps) {
  const lines = useMemo(() => asLines(value), [value])
  const rows = useLocalRows(lines)
  const says = (key: string) => lines.some(line => !isNothing(line[key]) && line[key] !== false)
  return (
    <div className="overflow-clip rounded-2 border">
      <Table
        title={field.words.field(field.name)}
        rows={rows}
        columns={lineColumns(field).filter(({ key }) => says(key))}
      />
    </div>
  )
}
