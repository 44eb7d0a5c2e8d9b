import { isRequired, isText, metaOf, type FieldKind } from './fields.ts'
import { fold, naturalKey } from './fold.ts'
import { allFields, type Module, type Row } from './module.ts'

/** What a list can be sorted by. */
export type Sort = { field: string; kind: FieldKind | 'id'; nullable: boolean }
export type Sorting = { field: string; down: boolean }

const ordered: ReadonlySet<FieldKind> = new Set(['number', 'money', 'date', 'dateTime'])

const known = new WeakMap<Module, Sort[]>()

/**
 * What has an index to walk along: the title, other short names that every record has and is found by (a SKU, a code),
 * numbers, money and times, the id, and when the record was made and last changed.
 */
export function sortsOf(module: Module): Sort[] {
  const sorts = known.get(module) ?? [...ownSorts(module), ...recordSorts(module)]
  known.set(module, sorts)
  return sorts
}

const ownSorts = (module: Module): Sort[] =>
  Object.entries(allFields(module)).flatMap(([field, schema]): Sort[] => {
    const { kind } = metaOf(schema)
    if (field !== module.title && (module.single || module.list?.extra.includes(field))) return []
    const isName = kind === 'text' && isRequired(schema) && module.search.includes(field) && field in module.fields
    if (field !== module.title && !isName && !ordered.has(kind)) return []
    const nullable = schema.safeParse(null).success || field in (module.given ?? {})
    return [{ field, kind, nullable: nullable && !isPlaced(module, field) }]
  })

const recordSorts = (module: Module): Sort[] => {
  const time = (field: string): Sort => ({ field, kind: 'dateTime', nullable: false })
  return [{ field: 'id', kind: 'id', nullable: false }, ...(module.list ? [] : [time('createdAt'), time('updatedAt')])]
}

/** A settings item always has its place, though a person may leave it out. */
export const isPlaced = (module: Module, field: string) => module.list !== undefined && field === 'position'

/** What only the server numbers is a document: the newest stand first. */
export const defaultSort = (module: Module): string =>
  module.list ? 'position' : Object.hasOwn(module.given ?? {}, module.title) ? '-createdAt' : module.title

/** `name`, `-soldAt,name`: one or two fields, a minus for the other way round; null where the list offers no such order. */
export function parseSort(module: Module, text: string): Sorting[] | null {
  const sorts = text.split(',').map(part => ({ field: part.replace(/^-/, ''), down: part.startsWith('-') }))
  const fields = new Set(sorts.map(({ field }) => field))
  const offered = sorts.every(({ field }) => sortsOf(module).some(sort => sort.field === field))
  return offered && sorts.length <= 2 && fields.size === sorts.length ? sorts : null
}

type Key = string | number | null

/** The order of a list in memory: empty keys last whichever way, equals by id in the direction of the last sort. */
export function orderRows<R extends Row>(module: Module, sorts: readonly Sorting[], rows: readonly R[]): R[] {
  const byText = new Set(sortsOf(module).flatMap(({ field, kind }) => (isText(kind) ? [field] : [])))
  const keyOf = (row: Row, field: string): Key => {
    const value = row[field] as Key | undefined
    return value === null || value === undefined ? null : byText.has(field) ? naturalKey(fold(String(value))) : value
  }
  const lastDown = sorts.at(-1)?.down ?? false
  const byId = rows.toSorted((a, b) => (lastDown ? b.id - a.id : a.id - b.id))
  // Equals stay in their order: so what counts last is sorted by first.
  return sorts.reduceRight((found, { field, down }) => {
    // Each key is made once: making it takes longer than comparing it.
    const keyed = found.map(row => ({ row, key: keyOf(row, field) }))
    keyed.sort(down ? (a, b) => compare(a.key, b.key, -1) : (a, b) => compare(a.key, b.key, 1))
    return keyed.map(({ row }) => row)
  }, byId)
}

function compare(a: Key, b: Key, up: 1 | -1): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -up : up
}
