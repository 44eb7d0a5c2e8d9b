import type { CellProps, KindView } from './view.ts'

/** A value as this kind shows it; a dash for nothing. */
export function KindCell({ kind: { Cell }, field, value }: CellProps & { kind: KindView }) {
  const empty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return empty ? <span className="text-subtle">—</span> : <Cell field={field} value={value} />
}
