import type { ComponentType } from 'react'
import { isRequired, metaOf, type FieldMeta } from '#contract/fields.ts'
import { allFields, type Module } from '#contract/module.ts'
import type { Size } from '#src/ui/size.ts'
import type { Words } from './words.ts'

/** A field of a module, with everything that is needed to show it. */
export type FieldView = {
  name: string
  module: string
  meta: FieldMeta
  required: boolean
  words: Words
  /** Records are looked for by it, and nothing is given to them: also those that are no longer chosen are found. */
  finding?: true
}

export type CellProps = { field: FieldView; value: unknown }
export type InputProps = {
  field: FieldView
  /** What stands there. It may be wrong: checking is the form's business, and nothing typed is thrown away. */
  value: unknown
  onChange: (value: unknown) => void
  /** Says that it was left; a control of several parts says which: `812.number`. */
  onBlur?: ((place?: unknown) => void) | undefined
  /** What is wrong with its parts, by their places in it. */
  errors?: Readonly<Record<string, string>> | undefined
  /** The one that is typed into first. */
  first?: boolean | undefined
  size?: Size | undefined
  /** What the Enter key of a touch keyboard says. */
  enterKeyHint?: 'done' | 'next' | 'enter' | undefined
  /** Where no label stands beside it. */
  'aria-label'?: string | undefined
}

/** What a control takes over from the field around it. */
export const control = ({
  onBlur,
  first,
  size,
  'aria-label': label,
}: Omit<InputProps, 'field' | 'value' | 'onChange'>) => ({
  onBlur: onBlur && (() => onBlur()),
  autoFocus: first,
  size,
  'aria-label': label,
})

/** The same for what is typed on a keyboard: Enter saves, unless somebody around it says otherwise. */
export const typed = (props: Omit<InputProps, 'field' | 'value' | 'onChange'>) => ({
  ...control(props),
  enterKeyHint: props.enterKeyHint ?? ('done' as const),
})

/** How a kind of field looks in a table or on a page, and what its control needs around it. */
export type KindView = {
  Cell: ComponentType<CellProps>
  /** The same with all the room of a page, where it has more to show there. */
  Page?: ComponentType<CellProps>
  /** Numbers stand at the end side, so that digits stand below each other. */
  atEnd?: true
  /** The control has its own label (a checkbox), or names a group of controls. */
  label?: 'own' | 'group'
  /** Needs the whole width of a form. */
  wide?: true
}

export function fieldView(module: Module, name: string, words: Words): FieldView {
  const field = allFields(module)[name]
  if (!field) throw new Error(`${module.name} has no field ${name}`)
  return { name, module: module.name, meta: metaOf(field), required: isRequired(field), words }
}

/** Is nothing there to be shown? */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const asText = (value: unknown) => (typeof value === 'string' ? value : '')
export const asNumber = (value: unknown) => (typeof value === 'number' ? value : null)
/** What was typed and is no number stays as it is. */
export const asNumberOrText = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? value : null
export const asNumbers = (value: unknown) => (Array.isArray(value) ? value.filter(one => typeof one === 'number') : [])
export const asTexts = (value: unknown) => (Array.isArray(value) ? value.filter(one => typeof one === 'string') : [])
/** An emptied text field is null, everywhere. */
export const orNull = (text: string) => (text === '' ? null : text)
