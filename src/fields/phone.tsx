import { formatPhone } from '#src/lib/format.ts'
import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  const number = asText(value)
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, '')}`} dir="ltr" className="link whitespace-nowrap">
      {formatPhone(number)}
    </a>
  )
}

export const phone: KindView = { Cell }
