import { formatMoney } from '#src/lib/format.ts'
import { MoneyInput } from '#src/ui/money-input.tsx'
import { asNumber, control, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(asNumber(value) ?? 0)}</span>
}

function Input({ value, onChange, ...rest }: InputProps) {
  return <MoneyInput {...control(rest)} value={asNumber(value)} onChange={onChange} />
}

export const money: KindView = { Cell, Input, atEnd: true }
