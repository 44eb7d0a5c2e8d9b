import { formatNumber } from '#src/lib/format.ts'
import { NumberInput } from '#src/ui/number-input.tsx'
import { asNumber, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <span className="tabular-nums">{formatNumber(asNumber(value) ?? 0, 3)}</span>
}

function Input({ field: _, value, onChange, ...rest }: InputProps) {
  return <NumberInput decimals={3} {...rest} value={asNumber(value)} onChange={onChange} />
}

export const number: KindView = { Cell, Input, atEnd: true }
