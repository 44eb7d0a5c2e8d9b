import { TextInput } from '#src/ui/text-input.tsx'
import { asText, orNull, control, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return (
    <a href={`mailto:${asText(value)}`} dir="ltr" className="link">
      {asText(value)}
    </a>
  )
}

function Input({ value, onChange, ...rest }: InputProps) {
  return (
    <TextInput
      {...control(rest)}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      value={asText(value)}
      onChange={text => onChange(orNull(text))}
    />
  )
}

export const email: KindView = { Cell, Input }
