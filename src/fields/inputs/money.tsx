import { MoneyInput } from '#src/ui/money-input.tsx'
import { asNumberOrText, control, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  return <MoneyInput {...control(rest)} value={asNumberOrText(value)} onChange={onChange} />
}
