import { formatDate } from '#src/lib/format.ts'
import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return (
    <time dateTime={asText(value)} className="whitespace-nowrap">
      {formatDate(asText(value))}
    </time>
  )
}

export const date: KindView = { Cell }
