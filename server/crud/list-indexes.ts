import { isText, metaOf } from '#contract/fields.ts'
import { filtersOf, isSeveral, type Filter } from '#contract/filters.ts'
import { allFields, snake, tableOf, type Module } from '#contract/module.ts'
import { scannedFields } from '#contract/scan/scanned-fields.ts'
import { sortsOf } from '#contract/sorts.ts'
import {
  columnOf,
  filledFields,
  isSearched,
  keySql,
  searchedText,
  searchKey,
  sortKey,
  textInLines,
} from './list-sql.ts'

/** An index that a list stands on: its usual name, and what follows `on <table>` where it is made. */
export type ListIndex = { name: string; sql: string }

/** So many columns has an index of PostgreSQL at most. */
const MOST = 32

const trigrams = (text: string) => `(${text}) gin_trgm_ops`

/** All indexes that what a module's list offers is answered from. Migrations make them; a test compares. */
export function indexesOf(module: Module): ListIndex[] {
  const table = tableOf(module)
  if (module.single) return []
  const list = module.list ? 'list, ' : ''
  const sorts = sortsOf(module)
    .filter(({ field }) => field !== 'id')
    .map(({ field, kind }) => ({
      name: `${table}_by_${snake(field)}`,
      sql: `(${list}${kind === 'text' ? `(${sortKey(field, kind)})` : columnOf(field)}, id)`,
    }))
  const scanned = scannedFields(module)
    .filter(field => !sortsOf(module).some(sort => sort.field === field))
    .map(field => ({ name: `${table}_by_${snake(field)}`, sql: `((${sortKey(field, 'text')}), id)` }))
  const keys = scannedFields(module).flatMap(field => {
    const { is } = metaOf(allFields(module)[field]!)
    return is ? [{ name: `${table}_${snake(field)}_key`, sql: `((${keySql(is, columnOf(field))}))` }] : []
  })
  const values = module.list
    ? []
    : filtersOf(module)
        .filter(({ kind, column }) => column === null && ['choice', 'flag', 'listItem', 'reference'].includes(kind))
        .map(({ field }) => ({ name: `${table}_${snake(field)}`, sql: `(${columnOf(field)})` }))
  const inside = insideOf(module)
  return [
    ...sorts,
    ...scanned,
    ...keys,
    ...values,
    { name: `${table}_archived`, sql: `(${list}id) where archived_at is not null` },
    ...Array.from({ length: Math.ceil(inside.length / MOST) }, (_, at) => ({
      name: at === 0 ? `${table}_search` : `${table}_search_${at + 1}`,
      sql: `using gin (${inside.slice(at * MOST, (at + 1) * MOST).join(', ')})`,
    })),
  ]
}

/** What is found by a part of it lies in one index, as far as there is room: words, several values, lines. */
function insideOf(module: Module): string[] {
  const searched = searchedText(module)
  const filled = filledFields(module)
  const filters = filtersOf(module).filter(
    ({ column, field }) => column === null && !module.list?.extra.includes(field),
  )
  return [
    ...(searched ? [`${searched} gin_trgm_ops`] : []),
    ...filters.flatMap(filter => insideField(module, filter)),
    ...(filled ? [`(${filled})`] : []),
  ]
}

function insideField(module: Module, filter: Filter): string[] {
  const { field, kind } = filter
  if (isText(kind)) return isSearched(module, filter) ? [] : [trigrams(searchKey(columnOf(field)))]
  if (kind === 'address') return [`${columnOf(field)} jsonb_path_ops`]
  if (kind === 'lines') {
    const { line = {} } = metaOf(allFields(module)[field]!)
    const unsearched = Object.keys(line).some(
      column => isText(metaOf(line[column]!).kind) && !isSearched(module, { field, column }),
    )
    return [`${columnOf(field)} jsonb_path_ops`, ...(unsearched ? [trigrams(textInLines(field))] : [])]
  }
  return isSeveral(kind) && kind !== 'files' ? [columnOf(field)] : []
}
