import { formatDate } from '#src/lib/format.ts'
import { DateInput } from '#src/ui/date-input.tsx'
import { asText, orNull, control, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return (
    <time dateTime={asText(value)} className="whitespace-nowrap">
      {formatDate(asText(value))}
    </time>
  )
}

function Input({ value, onChange, ...rest }: InputProps) {
  return <DateInput {...control(rest)} value={orNull(asText(value))} onChange={onChange} />
}

export const date: KindView = { Cell, Input }
