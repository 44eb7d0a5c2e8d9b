import type { FieldKind } from '#contract/fields.ts'
import { address } from './address.tsx'
import { date } from './date.tsx'
import { dateTime } from './date-time.tsx'
import { email } from './email.tsx'
import { files } from './files.tsx'
import { itemKinds } from './item-kinds.ts'
import { linesOf } from './lines.tsx'
import { listItems } from './list-items.tsx'
import { longText } from './long-text.tsx'
import { phone } from './phone.tsx'
import { reference } from './reference.tsx'
import { references } from './references.tsx'
import { tags } from './tags.tsx'
import type { KindView } from './view.ts'

const inLine = {
  ...itemKinds,
  longText,
  email,
  phone,
  date,
  dateTime,
  listItems,
  reference,
  references,
  files,
  address,
  tags,
} satisfies Partial<Record<FieldKind, KindView>>

/** How every kind of field looks. A kind without one does not compile. Its controls are in inputs.ts. */
export const kinds: Record<FieldKind, KindView> = { ...inLine, lines: linesOf(inLine) }
