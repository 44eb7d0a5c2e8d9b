import { FieldCell } from '#src/fields/field-cell.tsx'
import type { CellProps } from '#src/fields/view.ts'
import { LinesOf } from './lines-of.tsx'

/** A value with all its lines; any other as it stands everywhere. */
export function InFull({ field, value }: CellProps) {
  const hasLines = field.meta.kind === 'lines' && Array.isArray(value) && value.length > 0
  return hasLines ? <LinesOf field={field} value={value} /> : <FieldCell field={field} value={value} />
}
