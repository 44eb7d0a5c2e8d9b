import { MoneyInput } from '#src/ui/money-input.tsx'
import { asNumberOrText, typed, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  return <MoneyInput {...typed(rest)} value={asNumberOrText(value)} onChange={onChange} />
}
