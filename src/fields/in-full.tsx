import { FieldCell } from './field-cell.tsx'
import { kinds } from './kinds.ts'
import type { CellProps } from './view.ts'

/** A value with all its lines; any other as it stands everywhere. */
export function InFull({ field, value }: CellProps) {
  const { Page } = kinds[field.meta.kind]
  const hasLines = field.meta.kind === 'lines' && Array.isArray(value) && value.length > 0
  return hasLines && Page ? <Page field={field} value={value} /> : <FieldCell field={field} value={value} />
}
