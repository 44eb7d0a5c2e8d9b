import { metaOf } from '#contract/fields.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { fold } from '#src/lib/match.ts'

export type RecordQuery = {
  q?: string
  /** A field's name, with a minus for the other way round. */
  sort?: string
  /** Values by field: any of several will do. */
  filter?: Readonly<Record<string, unknown>>
  /** Only archived records; otherwise only those that are not. */
  archived?: boolean
}

/** What the server's list answers, done in memory on the rows of this device: search, filter, sort, all folded alike. */
export function queryRows(module: Module, rows: readonly Row[], query: RecordQuery): Row[] {
  const words = fold(query.q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const filters = Object.entries(query.filter ?? {})
    .map(([field, wanted]) => [field, (Array.isArray(wanted) ? wanted : [wanted]) as unknown[]] as const)
    .filter(([, wanted]) => wanted.length > 0 && !wanted.includes(undefined))
  const found = rows.filter(
    row =>
      (row.archivedAt !== null && row.archivedAt !== undefined) === (query.archived ?? false) &&
      filters.every(([field, wanted]) => matches(row[field], wanted)) &&
      (words.length === 0 || hasWords(module, row, words)),
  )
  return sortRows(module, found, query.sort)
}

const matches = (value: unknown, wanted: readonly unknown[]): boolean =>
  Array.isArray(value)
    ? value.some(one => matches(one, wanted))
    : wanted.some(one => one === value || (one === null && value === undefined) || String(one) === String(value))

// Folding ten thousand rows takes longer than looking through them, and a row object never changes.
const folded = new WeakMap<Row, string>()

function hasWords(module: Module, row: Row, words: readonly string[]): boolean {
  let text = folded.get(row)
  if (text === undefined) {
    text = fold(module.search.map(field => textOf(row[field])).join(' '))
    folded.set(row, text)
  }
  return words.every(word => text.includes(word))
}

const defaultSort = (module: Module) => (module.list ? 'position' : module.title)

function sortRows(module: Module, rows: Row[], sort = defaultSort(module)): Row[] {
  const down = sort.startsWith('-')
  const field = down ? sort.slice(1) : sort
  const declared = allFields(module)[field]
  const isText = declared !== undefined && ['text', 'longText', 'email'].includes(metaOf(declared).kind)
  const keyed = rows.map(row => ({ row, key: sortKey(row[field], isText) }))
  keyed.sort((a, b) => {
    // Empty comes last either way; the id makes equals stand still.
    if (a.key === null || b.key === null) return a.key === b.key ? a.row.id - b.row.id : a.key === null ? 1 : -1
    if (a.key === b.key) return a.row.id - b.row.id
    return (a.key < b.key ? -1 : 1) * (down ? -1 : 1)
  })
  return keyed.map(({ row }) => row)
}

function sortKey(value: unknown, isText: boolean): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return isText ? fold(textOf(value)) : textOf(value)
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : value ? JSON.stringify(value) : ''
