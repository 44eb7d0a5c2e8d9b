import { ColourInput } from '#src/ui/colour-input.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { MoneyInput } from '#src/ui/money-input.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { TextInput, type TextInputProps } from '#src/ui/text-input.tsx'
import { asNumberOrText, asText, control, orNull, typed, type InputProps } from '../view.ts'

/** A text of one line. `look`: what the browser and its keyboard know of it. */
const line = (look: Partial<TextInputProps>) =>
  function Line({ value, onChange, ...rest }: InputProps) {
    return <TextInput {...typed(rest)} {...look} value={asText(value)} onChange={text => onChange(orNull(text))} />
  }

export const Email = line({ type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false })
export const Url = line({
  type: 'url',
  inputMode: 'url',
  placeholder: 'https://',
  inputClassName: 'ltr',
  autoCapitalize: 'none',
  spellCheck: false,
})

export function LongText({ value, onChange, ...rest }: InputProps) {
  return <TextArea rows={3} {...control(rest)} value={asText(value)} onChange={text => onChange(orNull(text))} />
}

export function Day({ value, onChange, ...rest }: InputProps) {
  return <DateInput {...typed(rest)} value={orNull(asText(value))} onChange={onChange} />
}

export function Money({ value, onChange, ...rest }: InputProps) {
  return <MoneyInput {...typed(rest)} value={asNumberOrText(value)} onChange={onChange} />
}

export function Colour({ value, onChange, ...rest }: InputProps) {
  const { size, 'aria-label': label } = control(rest)
  return <ColourInput size={size} aria-label={label} value={orNull(asText(value))} onChange={onChange} />
}
