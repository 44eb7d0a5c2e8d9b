import { formatNumber } from '#src/lib/format.ts'
import { asNumber, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <span className="tabular-nums">{formatNumber(asNumber(value) ?? 0, 3)}</span>
}

export const number: KindView = { Cell, atEnd: true }
