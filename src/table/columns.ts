import { dateTime, metaOf, reference, type FieldKind, type FieldMeta } from '#contract/fields.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { kinds } from '#src/fields/kinds.ts'
import { columnsOf, type Line } from '#src/fields/lines.tsx'
import type { FieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { formatMoney, formatNumber } from '#src/lib/format.ts'
import type { Column } from './model.ts'

/** How wide a column is unless somebody chose another width. */
const widths: Record<FieldKind, number> = {
  text: 160,
  longText: 260,
  email: 200,
  phone: 144,
  url: 200,
  number: 96,
  money: 116,
  date: 120,
  dateTime: 156,
  flag: 96,
  choice: 124,
  choices: 160,
  listItem: 140,
  listItems: 170,
  reference: 140,
  references: 180,
  files: 96,
  address: 260,
  colour: 88,
  lines: 150,
  tags: 140,
}
const TITLES = { name: 210, number: 160 }
const STAGE = 176

/** What a head needs so that its words are read in full: a letter, what stands beside them, and where that ends. */
const LETTER = 7.25
const SPACE = 24
const HEAD_WIDEST = 240

/** What every record knows of itself, as columns. */
export const ofRecord: Record<string, FieldMeta> = {
  createdAt: metaOf(dateTime()),
  createdBy: metaOf(reference('user')),
  updatedAt: metaOf(dateTime()),
}

/** A field of a module as a column, or what each record knows of itself; null for the stage and for what is not there. */
export function fieldIn(module: Module, name: string, words: Words): FieldView | null {
  const field = allFields(module)[name]
  const meta = field ? metaOf(field) : ofRecord[name]
  return meta ? { name, meta, required: false, words, module: module.name } : null
}

type Sized = { label: string; field?: FieldView | null | undefined }

/** How wide a column usually is; `title`: by what it calls the record; `tools`: what stands beside the words of its head. */
export function usualWidth({ label, field }: Sized, title?: keyof typeof TITLES, tools = SPACE): number {
  const usual = title ? TITLES[title] : field === null ? STAGE : field ? widths[field.meta.kind] : 0
  return Math.max(usual, Math.min(HEAD_WIDEST, Math.ceil(label.length * LETTER) + tools))
}

/** How columns share what is left: numbers stay near what they belong to. */
export const shareOf = (size: number, atEnd = false): number => (atEnd ? 0.25 * size : size)

/** Words that may go over several lines need no more than this. */
const WORDS = 88

/** One declaration for head and rows. `wraps`: rows are as high as they need to be. */
export function tracksOf<R>(columns: readonly Column<R>[], wraps: boolean): { tracks: string; least: number } {
  const sizes = columns.map(column => column.width ?? usualWidth(column))
  const leasts = columns.map(({ width, plain }, index) =>
    wraps && plain && width === undefined ? Math.min(WORDS, sizes[index]!) : sizes[index]!,
  )
  return {
    tracks: columns
      .map(({ atEnd }, index) => `minmax(${leasts[index]}px, ${shareOf(sizes[index]!, atEnd)}fr)`)
      .join(' '),
    least: leasts.reduce((sum, size) => sum + size, 0),
  }
}

/** What is known without being said what it is: a name, a word out of a list. A number or a day is not. */
const plainKinds: readonly FieldKind[] = [
  'text',
  'longText',
  'email',
  'phone',
  'url',
  'choice',
  'choices',
  'listItem',
  'listItems',
  'reference',
  'references',
  'address',
  'colour',
  'tags',
]

/** A field as a column. */
export const columnOf = <R = Row>(key: string, label: string, field: FieldView): Column<R> => ({
  key,
  label,
  field,
  atEnd: Boolean(kinds[field.meta.kind].atEnd),
  plain: plainKinds.includes(field.meta.kind),
})

/** The sum of a column, as its kind is written. */
export const summed = <R>(column: Column<R>): Column<R> => ({
  ...column,
  total: rows => {
    const sum = rows.reduce((all, row) => all + (Number((row as Record<string, unknown>)[column.key]) || 0), 0)
    return column.field?.meta.kind === 'money' ? formatMoney(sum) : formatNumber(sum, 3)
  },
})

/** The columns of lines; those that the field declares as summed have a sum below them. */
export const lineColumns = (field: FieldView): Column<Line>[] =>
  columnsOf(field).map(({ key, ...view }) => {
    const column = columnOf<Line>(key, field.words.field(view.name), view)
    return field.meta.summed?.includes(key) ? summed(column) : column
  })
