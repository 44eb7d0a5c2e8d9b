import { DateInput } from '#src/ui/date-input.tsx'
import { asText, orNull, typed, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  return <DateInput {...typed(rest)} value={orNull(asText(value))} onChange={onChange} />
}
