import { TextArea } from '#src/ui/text-area.tsx'
import { asText, orNull, control, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  return <TextArea rows={3} {...control(rest)} value={asText(value)} onChange={text => onChange(orNull(text))} />
}
