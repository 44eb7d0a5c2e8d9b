import { formatPhone } from '#contract/format-phone.ts'
import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  const number = asText(value)
  return (
    <a href={`tel:${dialled(number)}`} dir="ltr" className="link whitespace-nowrap">
      {formatPhone(number)}
    </a>
  )
}

/** As programs dial it: digits alone, and the extension said as one. */
const dialled = (number: string) =>
  number
    .split(' ext ')
    .map(part => part.replace(/[^\d+]/g, ''))
    .join(';ext=')

export const phone: KindView = { Cell }
