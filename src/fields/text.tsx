import { TextInput } from '#src/ui/text-input.tsx'
import { asText, orNull, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <span className="truncate">{asText(value)}</span>
}

function Input({ field: _, value, onChange, ...rest }: InputProps) {
  return <TextInput {...rest} value={asText(value)} onChange={text => onChange(orNull(text))} />
}

export const text: KindView = { Cell, Input }
