import { metaOf } from '#contract/fields.ts'
import { allFields, isNumbered, type Module } from '#contract/module.ts'
import { hiddenFields } from '#contract/rules.ts'
import { kinds } from '#src/fields/kinds.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { fieldIn, ofRecord, shareOf, sizeOf } from '#src/table/columns.ts'
import type { Contents } from '../screens.ts'
import type { Column } from './model.ts'

/** What stands beside the words of a head: its edges and the arrow of the sort. The menu takes its room only where it is pointed at. */
const HEAD_TOOLS = 36

/** Columns are this wide at least, and move by this much with the keys. */
export const NARROWEST = 64
export const WIDEST = 720

function sizesOf(module: Module, column: Column): { usual: number; least: number } {
  if (column.width !== null) return { usual: column.width, least: column.width }
  return sizeOf({ ...column, own: column.Own?.width }, titleIn(module, column.name), HEAD_TOOLS)
}

export const widthOf = (module: Module, column: Column): number => sizesOf(module, column).usual

/** Nobody knows a record by its number alone: the first words by which it is looked for are the name of whoever it is for. */
function titleIn(module: Module, name: string) {
  if (name === module.title) return isNumbered(module) ? 'number' : 'name'
  if (module.given?.[name] && metaOf(module.given[name]).code) return 'number'
  return isNumbered(module) && name === module.search.find(one => isWords(module, one)) ? 'person' : undefined
}

function isWords(module: Module, name: string): boolean {
  const field = allFields(module)[name]
  const meta = field && metaOf(field)
  return meta?.kind === 'text' && !meta.code && !meta.is
}

/** Every column that this person may see, the fields in their order, then what each record knows of itself. */
export function columnNames(module: Module, hidden: readonly string[]): string[] {
  const own = Object.keys(allFields(module)).filter(name => !hidden.includes(name))
  return [...(module.stages ? ['stage'] : []), ...own, ...(module.single ? [] : Object.keys(ofRecord))]
}

/** The columns of these names, without those that are not for this person or no longer there. */
export function useColumns(
  module: Module,
  names: readonly string[],
  width: Readonly<Record<string, number>>,
  sortable: ReadonlySet<string>,
  { beside = {}, cells = {} }: Pick<Contents, 'beside' | 'cells'> = {},
): Column[] {
  const actor = useActor()
  const words = useWords(module)
  const known = columnNames(module, hiddenFields(module, actor))
  return [...new Set(names)]
    .filter(name => known.includes(name))
    .map(name => {
      const field = name === 'stage' && module.stages ? null : fieldIn(module, name, words)
      const other = (beside as Readonly<Record<string, string | undefined>>)[name]
      return {
        name,
        label: words.field(name),
        field,
        stages: field === null ? module.stages?.map(words.stage) : undefined,
        // A column of its own says it already.
        beside: other && known.includes(other) && !names.includes(other) ? fieldIn(module, other, words) : null,
        Own: (cells as Readonly<Record<string, Column['Own']>>)[name] ?? null,
        atEnd: field ? Boolean(kinds[field.meta.kind].atEnd) : false,
        width: width[name] ?? null,
        sortable: sortable.has(name),
      }
    })
}

/** One declaration for head and rows: columns that nobody sized share what is left. */
export function tracksOf(module: Module, columns: readonly Column[]): { tracks: string; least: number } {
  const sizes = columns.map(column => sizesOf(module, column))
  const shares = columns.some(column => column.width === null)
  const tracks = columns.map((column, index) => {
    const { usual, least } = sizes[index]!
    const isFixed = shares ? column.width !== null : index < columns.length - 1
    // Words are larger where a finger points.
    return isFixed ? `${usual}px` : `minmax(calc(${least}px * var(--scale)), ${shareOf(usual, column.atEnd)}fr)`
  })
  return {
    tracks: `var(--check-w) ${tracks.join(' ')} var(--more-w)`,
    least: sizes.reduce((sum, { least }) => sum + least, 0),
  }
}
