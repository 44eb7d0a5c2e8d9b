import type { List } from '#contract/list.ts'
import type { FieldKind } from '#contract/fields.ts'
import { kinds } from '#src/fields/kinds.ts'
import { fieldView, type FieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'

/** What a list shows between the name and the count: parent, stage and what it declares besides. */
export const columnNames = (list: List): string[] => [
  ...(list.list.parent ? ['parent'] : []),
  ...(list.list.stages.length > 0 ? ['stage'] : []),
  ...list.list.extra,
]

/** What is asked for when an item is added; everything else can wait. */
export const addNames = (list: List): string[] => ['label', 'colour', ...columnNames(list).filter(isAsked(list))]
const isAsked = (list: List) => (name: string) => !list.list.extra.includes(name)

export const columnViews = (list: List, words: Words): FieldView[] =>
  columnNames(list).map(name => fieldView(list, name, words))

const widths: Partial<Record<FieldKind, string>> = {
  flag: 'minmax(88px, auto)',
  number: '88px',
  money: '96px',
  listItem: 'minmax(96px, 0.8fr)',
}

/** The tracks of the grid: handle, name, columns, count, switch, menu. */
export const tracksOf = (columns: readonly FieldView[]): string =>
  [
    '36px',
    'minmax(168px, 1.4fr)',
    ...columns.map(column =>
      column.name === 'stage' ? 'minmax(148px, 0.9fr)' : (widths[column.meta.kind] ?? 'minmax(104px, 0.9fr)'),
    ),
    '64px',
    '64px',
    'calc(var(--hit) + 16px)',
  ].join(' ')

export const standsAtEnd = (column: FieldView) => kinds[column.meta.kind].atEnd === true
