import { TextInput } from '#src/ui/text-input.tsx'
import { asText, orNull, control, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  return <TextInput {...control(rest)} value={asText(value)} onChange={text => onChange(orNull(text))} />
}
