import type { FieldKind } from '#contract/fields.ts'
import { address } from './address.tsx'
import { choice } from './choice.tsx'
import { choices } from './choices.tsx'
import { colour } from './colour.tsx'
import { date } from './date.tsx'
import { dateTime } from './date-time.tsx'
import { email } from './email.tsx'
import { files } from './files.tsx'
import { flag } from './flag.tsx'
import { linesOf } from './lines.tsx'
import { listItem } from './list-item.tsx'
import { listItems } from './list-items.tsx'
import { longText } from './long-text.tsx'
import { money } from './money.tsx'
import { number } from './number.tsx'
import { phone } from './phone.tsx'
import { reference } from './reference.tsx'
import { references } from './references.tsx'
import { tags } from './tags.tsx'
import { text } from './text.tsx'
import { url } from './url.tsx'
import type { KindView } from './view.ts'

const inLine = {
  text,
  longText,
  email,
  phone,
  url,
  number,
  money,
  date,
  dateTime,
  flag,
  choice,
  choices,
  listItem,
  listItems,
  reference,
  references,
  files,
  address,
  colour,
  tags,
} satisfies Partial<Record<FieldKind, KindView>>

/** How every kind of field looks. A kind without one does not compile. Its controls are in inputs.ts. */
export const kinds: Record<FieldKind, KindView> = { ...inLine, lines: linesOf(inLine) }
