import { TextInput } from '#src/ui/text-input.tsx'
import { asText, orNull, typed, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  return (
    <TextInput
      {...typed(rest)}
      type="tel"
      inputMode="tel"
      inputClassName="ltr"
      value={asText(value)}
      onChange={text => onChange(orNull(text))}
    />
  )
}
