import { formatNumber } from '#src/lib/format.ts'
import { NumberInput } from '#src/ui/number-input.tsx'
import { asNumber, control, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <span className="tabular-nums">{formatNumber(asNumber(value) ?? 0, 3)}</span>
}

function Input({ value, onChange, ...rest }: InputProps) {
  return <NumberInput decimals={3} {...control(rest)} value={asNumber(value)} onChange={onChange} />
}

export const number: KindView = { Cell, Input, atEnd: true }
