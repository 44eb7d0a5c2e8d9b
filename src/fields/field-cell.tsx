import { kinds } from './kinds.ts'
import type { CellProps } from './view.ts'

/** A value as its kind shows it; a dash for nothing. */
export function FieldCell({ field, value }: CellProps) {
  const { Cell } = kinds[field.meta.kind]
  const empty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return empty ? <span className="text-subtle">—</span> : <Cell field={field} value={value} />
}
