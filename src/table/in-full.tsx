import { useMemo } from 'react'
import { useLocalRows } from '#src/data/rows/use-local-rows.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { asLines } from '#src/fields/lines.tsx'
import { isNothing, type CellProps } from '#src/fields/view.ts'
import { lineColumns } from './columns.ts'
import { Table } from './table.tsx'

/** A value with all its lines; any other as it stands everywhere. */
export function InFull({ field, value }: CellProps) {
  const hasLines = field.meta.kind === 'lines' && Array.isArray(value) && value.length > 0
  return hasLines ? <LinesOf field={field} value={value} /> : <FieldCell field={field} value={value} />
}

/** The lines of a record, with every column that says something. */
function LinesOf({ field, value }: CellProps) {
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
