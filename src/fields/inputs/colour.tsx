import { ColourInput } from '#src/ui/colour-input.tsx'
import { asText, orNull, control, type InputProps } from '../view.ts'

export function Input({ value, onChange, ...rest }: InputProps) {
  const { size, 'aria-label': label } = control(rest)
  return <ColourInput size={size} aria-label={label} value={orNull(asText(value))} onChange={onChange} />
}
