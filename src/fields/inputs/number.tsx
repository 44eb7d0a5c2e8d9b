import { NumberInput } from '#src/ui/number-input.tsx'
import { asNumberOrText, typed, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  return <NumberInput decimals={3} {...typed(rest)} value={asNumberOrText(value)} onChange={onChange} />
}
