import type { ComponentType } from 'react'
import type { FieldKind } from '#contract/fields.ts'
import { Input as address } from './inputs/address.tsx'
import { Input as dateTime } from './inputs/date-time.tsx'
import { Input as files } from './inputs/files.tsx'
import { linesOf } from './inputs/lines/lines.tsx'
import { Input as listItem } from './inputs/list-item.tsx'
import { Input as phone } from './inputs/phone.tsx'
import { plain } from './inputs/plain.tsx'
import { One as reference, Several as references } from './inputs/reference.tsx'
import { Input as tags } from './inputs/tags.tsx'
import { Input as text } from './inputs/text.tsx'
import type { InputProps } from './view.ts'

const inLine = {
  ...plain,
  address,
  dateTime,
  files,
  listItem,
  phone,
  reference,
  references,
  tags,
  text,
} satisfies Partial<Record<FieldKind, ComponentType<InputProps>>>

/** Lines, for a module that has them stand in a way of its own. */
export const LinesInput = linesOf(inLine)

/**
 * The control that every kind of field is filled in with. Apart from how it looks, because lists show values long
 * before anybody changes one, and the controls bring pickers and their positioning with them.
 */
export const inputs: Record<FieldKind, ComponentType<InputProps>> = { ...inLine, lines: LinesInput }
