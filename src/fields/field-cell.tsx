import { KindCell } from './kind-cell.tsx'
import { kinds } from './kinds.ts'
import type { CellProps } from './view.ts'

/** A value as its kind shows it; a dash for nothing. */
export const FieldCell = (props: CellProps) => <KindCell kind={kinds[props.field.meta.kind]} {...props} />
