import { NumberInput } from '#src/ui/number-input.tsx'
import { asNumberOrText, control, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  return <NumberInput decimals={3} {...control(rest)} value={asNumberOrText(value)} onChange={onChange} />
}
