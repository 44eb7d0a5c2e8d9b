import { formatPhone } from '#src/lib/format.ts'
import { TextInput } from '#src/ui/text-input.tsx'
import { asText, orNull, control, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  const number = asText(value)
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, '')}`} dir="ltr" className="link whitespace-nowrap">
      {formatPhone(number)}
    </a>
  )
}

function Input({ value, onChange, ...rest }: InputProps) {
  return (
    <TextInput
      {...control(rest)}
      type="tel"
      inputMode="tel"
      inputClassName="ltr"
      value={asText(value)}
      onChange={text => onChange(orNull(text))}
    />
  )
}

export const phone: KindView = { Cell, Input }
