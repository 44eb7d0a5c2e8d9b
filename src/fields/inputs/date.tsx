import { DateInput } from '#src/ui/date-input.tsx'
import { asText, orNull, control, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  return <DateInput {...control(rest)} value={orNull(asText(value))} onChange={onChange} />
}
