import { formatMoney } from '#src/lib/format.ts'
import { asNumber, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(asNumber(value) ?? 0)}</span>
}

export const money: KindView = { Cell, atEnd: true }
