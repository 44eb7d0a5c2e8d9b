import { TextArea } from '#src/ui/text-area.tsx'
import { asText, orNull, control, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <>{asText(value)}</>
}

function Input({ value, onChange, ...rest }: InputProps) {
  return <TextArea rows={3} {...control(rest)} value={asText(value)} onChange={text => onChange(orNull(text))} />
}

export const longText: KindView = { Cell, Input, wide: true }
