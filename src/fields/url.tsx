import { TextInput } from '#src/ui/text-input.tsx'
import { asText, orNull, control, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  const address = asText(value)
  const shown = address.replace(/^https:\/\/(www\.)?/, '')
  // A template with placeholders leads nowhere.
  if (address.includes('{')) return <bdi dir="ltr">{shown}</bdi>
  return (
    <a href={address} target="_blank" rel="noreferrer" dir="ltr" className="link">
      {shown}
    </a>
  )
}

function Input({ value, onChange, ...rest }: InputProps) {
  return (
    <TextInput
      {...control(rest)}
      type="url"
      inputMode="url"
      placeholder="https://"
      inputClassName="ltr"
      autoCapitalize="none"
      spellCheck={false}
      value={asText(value)}
      onChange={text => onChange(orNull(text))}
    />
  )
}

export const url: KindView = { Cell, Input }
