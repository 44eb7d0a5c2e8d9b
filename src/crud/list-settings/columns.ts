import CirclePause from 'lucide-react/icons/circle-pause'
import type { FieldKind } from '#contract/fields.ts'
import type { List } from '#contract/list.ts'
import { itemKind } from '#src/fields/item-kinds.tsx'
import { fieldView, type FieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import type { IconType } from '#src/ui/icon.tsx'

/** What a list shows between the name and the count: parent, stage and what it declares besides. */
export const columnNames = (list: List): string[] => [
  ...(list.list.parent ? ['parent'] : []),
  ...(list.list.stages.length > 0 ? ['stage'] : []),
  ...list.list.extra,
]

/** What is asked for when an item is added; everything else can wait. */
export const addNames = (list: List): string[] => [
  'label',
  'colour',
  ...columnNames(list).filter(name => !list.list.extra.includes(name)),
]

export const columnViews = (list: List, words: Words): FieldView[] =>
  columnNames(list).map(name => fieldView(list, name, words))

export const standsAtEnd = (column: FieldView) => itemKind(column.meta.kind).atEnd === true

/** Extras whose yes has a picture of its own. */
export const flagIcons: Readonly<Record<string, IconType>> = { clockPauses: CirclePause }

/** The least width of a column and its share of what is left. */
type Width = [least: number, share: number]
const STAGE: Width = [148, 0.9]
const OTHER: Width = [104, 0.9]
const widths: Partial<Record<FieldKind, Width>> = {
  flag: [88, 0.3],
  number: [88, 0],
  money: [96, 0],
  listItem: [104, 0.8],
}
const widthOf = (column: FieldView): Width => (column.name === 'stage' ? STAGE : (widths[column.meta.kind] ?? OTHER))

const NAME: Width = [152, 1.4]
const COUNT = 52
const SWITCH = 56
/** Between the columns, and at both ends. */
const SPACE = 12
const HANDLE = 'max(32px, var(--hit))'

const track = ([least, share]: Width) => (share === 0 ? `${least}px` : `minmax(${least}px, ${share}fr)`)

/** The tracks of the grid: handle, name, columns, count, switch, menu. */
export const tracksOf = (columns: readonly FieldView[]): string =>
  [HANDLE, track(NAME), ...columns.map(column => track(widthOf(column))), `${COUNT}px`, `${SWITCH}px`, HANDLE].join(' ')

/** The width below which a row becomes a card. */
export const leastWidth = (columns: readonly FieldView[]): number =>
  columns.reduce((sum, column) => sum + widthOf(column)[0] + SPACE, 32 + NAME[0] + COUNT + SWITCH + 32 + 6 * SPACE)
