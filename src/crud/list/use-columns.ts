import { dateTime, metaOf, reference, type FieldKind, type FieldMeta } from '#contract/fields.ts'
import { allFields, type Module } from '#contract/module.ts'
import { hiddenFields } from '#contract/rules.ts'
import { kinds } from '#src/fields/kinds.ts'
import type { FieldView } from '#src/fields/view.ts'
import { useWords, type Words } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import type { Column } from './model.ts'

/** What every record knows of itself, as columns. */
const ofRecord: Record<string, FieldMeta> = {
  createdAt: metaOf(dateTime()),
  createdBy: metaOf(reference('user')),
  updatedAt: metaOf(dateTime()),
}

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
const TITLE = 210
const STAGE = 176

/** What a head needs so that its words are read in full: a letter, what stands beside them, and where that ends. */
const LETTER = 7.25
const HEAD_TOOLS = 56
const HEAD_WIDEST = 240

/** Columns are this wide at least, and move by this much with the keys. */
export const NARROWEST = 64
export const WIDEST = 720

export function widthOf(module: Module, column: Pick<Column, 'name' | 'label' | 'field' | 'width'>): number {
  if (column.width !== null) return column.width
  const usual = column.name === module.title ? TITLE : column.field ? widths[column.field.meta.kind] : STAGE
  return Math.max(usual, Math.min(HEAD_WIDEST, Math.ceil(column.label.length * LETTER) + HEAD_TOOLS))
}

/** Every column that this person may see, the fields in their order, then what each record knows of itself. */
export function columnNames(module: Module, hidden: readonly string[]): string[] {
  const own = Object.keys(allFields(module)).filter(name => !hidden.includes(name))
  return [...(module.stages ? ['stage'] : []), ...own, ...(module.single ? [] : Object.keys(ofRecord))]
}

function fieldOf(module: Module, name: string, words: Words): FieldView | null {
  const field = allFields(module)[name]
  const meta = field ? metaOf(field) : ofRecord[name]
  return meta ? { name, meta, required: false, words, module: module.name } : null
}

/** The columns of these names, without those that are not for this person or no longer there. */
export function useColumns(
  module: Module,
  names: readonly string[],
  width: Readonly<Record<string, number>>,
  sortable: ReadonlySet<string>,
  beside: Readonly<Record<string, string | undefined>> = {},
): Column[] {
  const actor = useActor()
  const words = useWords(module)
  const known = columnNames(module, hiddenFields(module, actor))
  return [...new Set(names)]
    .filter(name => known.includes(name))
    .map(name => {
      const field = name === 'stage' && module.stages ? null : fieldOf(module, name, words)
      const other = beside[name]
      return {
        name,
        label: words.field(name),
        field,
        // A column of its own says it already.
        beside: other && known.includes(other) && !names.includes(other) ? fieldOf(module, other, words) : null,
        atEnd: field ? Boolean(kinds[field.meta.kind].atEnd) : false,
        width: width[name] ?? null,
        sortable: sortable.has(name),
      }
    })
}

/** One declaration for head and rows: columns that nobody sized share what is left. */
export function tracksOf(module: Module, columns: readonly Column[]): { tracks: string; least: number } {
  const sizes = columns.map(column => widthOf(module, column))
  const shares = columns.some(column => column.width === null)
  const tracks = columns.map((column, index) => {
    const size = sizes[index]!
    const isFixed = shares ? column.width !== null : index < columns.length - 1
    // Numbers stay near what they belong to.
    const share = column.atEnd ? 0.25 * size : size
    return isFixed ? `${size}px` : `minmax(${size}px, ${share}fr)`
  })
  return {
    tracks: `var(--check-w) ${tracks.join(' ')} var(--more-w)`,
    least: sizes.reduce((sum, size) => sum + size, 0),
  }
}
