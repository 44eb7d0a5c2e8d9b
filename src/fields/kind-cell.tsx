import { isNothing, type CellProps, type KindView } from './view.ts'

/** A value as this kind shows it; a dash for nothing. */
export function KindCell({ kind: { Cell }, field, value }: CellProps & { kind: KindView }) {
  return isNothing(value) ? <span className="text-subtle">—</span> : <Cell field={field} value={value} />
}
