import { formatDateTime } from '#src/lib/format.ts'
import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return (
    <time dateTime={asText(value)} className="whitespace-nowrap">
      {formatDateTime(asText(value))}
    </time>
  )
}

export const dateTime: KindView = { Cell }
