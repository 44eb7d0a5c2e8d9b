import { dateTime, metaOf, reference, type FieldKind, type FieldMeta } from '#contract/fields.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { kinds } from '#src/fields/kinds.ts'
import { columnsOf, type Line } from '#src/fields/lines.tsx'
import type { FieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { formatMoney, formatNumber } from '#src/lib/format.ts'
import type { Column } from './model.ts'

/** How wide a column is unless somebody chose another width. */
const widths: Record<Exclude<FieldKind, 'choice'>, number> = {
  text: 136,
  longText: 260,
  email: 200,
  phone: 144,
  url: 200,
  number: 72,
  money: 104,
  date: 104,
  dateTime: 156,
  flag: 96,
  choices: 160,
  listItem: 118,
  listItems: 170,
  reference: 124,
  references: 180,
  files: 96,
  address: 260,
  colour: 88,
  lines: 150,
  tags: 140,
}
/** What tells records apart: their number, their name, and beside a number the name of whoever each is for. */
const TITLES = { name: 210, number: 152, person: 210 }
type Title = keyof typeof TITLES
/** Where room is short these are cut: so much of a name or of a word out of a list still says which it is. */
const LEAST = { person: 160, listItem: 88 }
/** The rail of a stage, and the most that stage and word have. */
const RAIL = 46
const STAGE_WIDEST = 176
const CHOICE_WIDEST = 160
/** Between a value and what stands behind it, and what a word out of a list needs there. */
const BESIDE = 6
const LISTED = 64

/** What words need to be read in full: a letter, what stands beside them, and where that ends in a head. */
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

type Sized = {
  label: string
  field?: FieldView | null | undefined
  /** What stands behind its value. */
  beside?: FieldView | null | undefined
  /** The words of the stages, where it is one. */
  stages?: readonly string[] | undefined
  /** What the module draws in it itself needs so much. */
  own?: number | undefined
}

const longest = (texts: readonly string[]) => LETTER * Math.max(0, ...texts.map(text => text.length))
const wordsOf = ({ meta, name, words }: FieldView) => (meta.options ?? []).map(option => words.short(name, option))

/** What can be said in a cell is known of a stage and of a choice: they are as wide as their longest word. */
function cellWidth({ field, stages, own }: Sized): number {
  if (own !== undefined) return own
  if (field === null) return stages ? Math.min(STAGE_WIDEST, RAIL + longest(stages) + SPACE) : STAGE_WIDEST
  if (!field) return 0
  const { kind } = field.meta
  return kind === 'choice' ? Math.min(CHOICE_WIDEST, longest(wordsOf(field)) + SPACE) : widths[kind]
}

/** What stands behind a value: the words of a choice are read in full, and a word out of a list may be cut. */
function behind({ beside, own }: Sized): { usual: number; least: number } {
  const kind = own === undefined ? beside?.meta.kind : undefined
  if (kind === 'listItem' || kind === 'text') return { usual: BESIDE + LISTED, least: 0 }
  const size = kind === 'choice' ? BESIDE + longest(wordsOf(beside!)) : 0
  return { usual: size, least: size }
}

/**
 * How wide a column usually is, and what it keeps where room is short. `title`: by what it tells the record from others;
 * `tools`: what stands beside the words of its head.
 */
export function sizeOf(column: Sized, title?: Title, tools = SPACE): { usual: number; least: number } {
  const head = Math.min(HEAD_WIDEST, column.label.length * LETTER + tools)
  const value = title ? TITLES[title] : cellWidth(column)
  const isListed = !title && column.own === undefined && column.field?.meta.kind === 'listItem'
  const kept = title === 'person' ? LEAST.person : isListed ? LEAST.listItem : value
  const more = behind(column)
  return {
    usual: Math.ceil(Math.max(value + more.usual, head)),
    least: Math.ceil(Math.max(kept + more.least, head)),
  }
}

/** How columns share what is left: numbers stay near what they belong to. */
export const shareOf = (size: number, atEnd = false): number => (atEnd ? 0.25 * size : size)

/** Words that may go over several lines need no more than this. */
const WORDS = 88

/** One declaration for head and rows. `wraps`: rows are as high as they need to be. */
export function tracksOf<R>(columns: readonly Column<R>[], wraps: boolean): { tracks: string; least: number } {
  const sizes = columns.map(column => column.width ?? sizeOf(column).usual)
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

/** What says nothing without being said what it is. A name, or a word out of a list, is known by itself. */
const bareKinds: readonly FieldKind[] = ['number', 'money', 'date', 'dateTime', 'flag', 'files', 'lines']

/** A field as a column. */
export const columnOf = <R = Row>(key: string, label: string, field: FieldView): Column<R> => ({
  key,
  label,
  field,
  atEnd: Boolean(kinds[field.meta.kind].atEnd),
  plain: !bareKinds.includes(field.meta.kind),
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
