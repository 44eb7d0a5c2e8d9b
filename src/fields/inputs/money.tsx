import { MoneyInput } from '#src/ui/money-input.tsx'
import { asNumber, control, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  return <MoneyInput {...control(rest)} value={asNumber(value)} onChange={onChange} />
}
