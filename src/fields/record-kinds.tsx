import { Fragment, type ComponentType } from 'react'
import { formatPhone } from '#contract/format-phone.ts'
import type { FieldKind } from '#contract/fields.ts'
import { Tag } from '#src/ui/tag.tsx'
import { address } from './address.tsx'
import { files } from './files.tsx'
import { inWords } from './item-kinds.tsx'
import { listItem } from './list-item.tsx'
import { reference } from './reference.tsx'
import { said, type Say } from './said.ts'
import { asNumbers, asText, asTexts, type CellProps, type KindView } from './view.ts'

function Email({ value }: CellProps) {
  return (
    <a href={`mailto:${asText(value)}`} dir="ltr" className="link">
      {asText(value)}
    </a>
  )
}

function Phone({ value }: CellProps) {
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

function inTime(say: Say): ComponentType<CellProps> {
  return function Time({ field, value }: CellProps) {
    return (
      <time dateTime={asText(value)} className="whitespace-nowrap">
        {say(value, field)}
      </time>
    )
  }
}

/** Several of a kind, one after the other. */
function several({ Cell }: KindView): ComponentType<CellProps> {
  return function Several({ field, value }: CellProps) {
    return asNumbers(value).map((id, index) => (
      <Fragment key={id}>
        {index > 0 && ', '}
        <Cell field={field} value={id} />
      </Fragment>
    ))
  }
}

function Tags({ value }: CellProps) {
  return (
    <span className="inline-flex gap-1">
      {asTexts(value).map(tag => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  )
}

/** How the kinds look that only records have. */
export const recordKinds = {
  longText: { Cell: inWords(said.longText), wide: true },
  email: { Cell: Email },
  phone: { Cell: Phone },
  date: { Cell: inTime(said.date) },
  dateTime: { Cell: inTime(said.dateTime) },
  listItems: { Cell: several(listItem), wide: true },
  reference,
  references: { Cell: several(reference), wide: true },
  files,
  address,
  tags: { Cell: Tags },
} satisfies Partial<Record<FieldKind, KindView>>
