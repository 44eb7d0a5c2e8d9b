import type { ComponentType } from 'react'
import type { FieldKind } from '#contract/fields.ts'
import { Input as address } from './inputs/address.tsx'
import { Input as choice } from './inputs/choice.tsx'
import { Input as choices } from './inputs/choices.tsx'
import { Input as dateTime } from './inputs/date-time.tsx'
import { Input as files } from './inputs/files.tsx'
import { Input as flag } from './inputs/flag.tsx'
import { linesOf } from './inputs/lines/lines.tsx'
import { Input as listItem } from './inputs/list-item.tsx'
import { Input as listItems } from './inputs/list-items.tsx'
import { Input as number } from './inputs/number.tsx'
import { Input as phone } from './inputs/phone.tsx'
import { Colour, Day, Email, LongText, Money, Url } from './inputs/plain.tsx'
import { Input as reference } from './inputs/reference.tsx'
import { Input as references } from './inputs/references.tsx'
import { Input as tags } from './inputs/tags.tsx'
import { Input as text } from './inputs/text.tsx'
import type { InputProps } from './view.ts'

const inLine = {
  address,
  choice,
  choices,
  colour: Colour,
  date: Day,
  dateTime,
  email: Email,
  files,
  flag,
  listItem,
  listItems,
  longText: LongText,
  money: Money,
  number,
  phone,
  reference,
  references,
  tags,
  text,
  url: Url,
} satisfies Partial<Record<FieldKind, ComponentType<InputProps>>>

/** Lines, for a module that has them stand in a way of its own. */
export const LinesInput = linesOf(inLine)

/**
 * The control that every kind of field is filled in with. Apart from how it looks, because lists show values long
 * before anybody changes one, and the controls bring pickers and their positioning with them.
 */
export const inputs: Record<FieldKind, ComponentType<InputProps>> = { ...inLine, lines: LinesInput }
