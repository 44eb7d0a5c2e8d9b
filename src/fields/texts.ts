import type { FieldKind } from '#contract/fields.ts'
import type { Names } from '#contract/value-text.ts'
import { addressInLine, asAddress } from './address.tsx'
import { said } from './said.ts'
import { asNumber, asNumbers, type FieldView } from './view.ts'

/** What ids stand for, and the colour of an item that has one. */
export type ShownNames = Names & { colour(id: number): string | null }

type Say = (value: unknown, field: FieldView, names: ShownNames) => string | undefined

/** Items in words; with a colour an item is more than words. */
const itemsIn = (ids: readonly number[], { item, colour }: ShownNames) =>
  ids.some(colour) ? undefined : ids.map(item).join(', ')

/** What kinds say that are words and nothing else; the others have a picture, a link or a mark. */
const texts: Partial<Record<FieldKind, Say>> = {
  ...said,
  listItem: (value, _, names) => itemsIn([asNumber(value) ?? 0], names),
  listItems: (value, _, names) => itemsIn(asNumbers(value), names),
  reference: (value, { meta }, names) => names.record(meta.module ?? '', asNumber(value) ?? 0),
  references: (value, { meta }, names) =>
    asNumbers(value)
      .map(id => names.record(meta.module ?? '', id))
      .join(', '),
  address: (value, _, names) => {
    const address = asAddress(value)
    const name = (id: number | null) => (id === null ? undefined : names.item(id))
    return addressInLine(address, { city: name(address.city), area: name(address.area) })
  },
}

/** A value in the words of its kind; undefined where it is more than words. */
export const textOf = (field: FieldView, value: unknown, names: ShownNames): string | undefined =>
  texts[field.meta.kind]?.(value, field, names)
