import { TextInput } from '#src/ui/text-input.tsx'
import { asText, orNull, control, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <>{asText(value)}</>
}

function Input({ value, onChange, ...rest }: InputProps) {
  return <TextInput {...control(rest)} value={asText(value)} onChange={text => onChange(orNull(text))} />
}

export const text: KindView = { Cell, Input }
