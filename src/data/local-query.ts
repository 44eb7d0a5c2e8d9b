import { metaOf, type FieldKind } from '#contract/fields.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { fold } from '#src/lib/match.ts'

export type RecordQuery = {
  q?: string
  /** A field's name, with a minus for the other way round. */
  sort?: string
  /** Values by field, any of which will do; null (or 'none') is empty, '1..9' a range of numbers or dates. */
  filter?: Readonly<Record<string, unknown>>
  /** Only archived records; otherwise only those that are not. */
  archived?: boolean
}

/** A filter's values as the server reads them, or null where nothing is asked. */
export function filterText(wanted: unknown): string | null {
  const parts = (Array.isArray(wanted) ? (wanted as unknown[]) : [wanted]).filter(
    part => part !== undefined && part !== '',
  )
  return parts.length === 0 ? null : parts.map(part => (part === null ? 'none' : plain(part))).join(',')
}

/** What the server's list answers, done in memory on the rows of this device: search, filter and sort mean the same. */
export function queryRows(module: Module, rows: readonly Row[], query: RecordQuery): Row[] {
  const words = fold(query.q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const filters = Object.entries(query.filter ?? {}).flatMap(([field, wanted]) => {
    const text = filterText(wanted)
    return text === null ? [] : [{ field, kind: kindOf(module, field), parts: text.split(',') }]
  })
  const found = rows.filter(
    row =>
      Boolean(row.archivedAt) === (query.archived ?? false) &&
      filters.every(({ field, kind, parts }) => parts.some(part => matches(row[field], kind, part))) &&
      (words.length === 0 || hasWords(module, row, words)),
  )
  return sortRows(module, found, query.sort)
}

const kindOf = (module: Module, field: string): FieldKind | null => {
  const declared = allFields(module)[field]
  return declared ? metaOf(declared).kind : null
}

function matches(value: unknown, kind: FieldKind | null, part: string): boolean {
  if (part === 'none') return value === null || value === undefined
  if (value === null || value === undefined) return false
  if (Array.isArray(value)) return value.some(one => plain(one) === part)
  if (kind === 'number' || kind === 'money') return isWithin(part, end => Number(value) - Number(end))
  // Dates compare as text; a day as an end is meant to its last moment.
  if (kind === 'date' || kind === 'dateTime')
    return isWithin(part, end => compare(plain(value).slice(0, end.length), end))
  return plain(value) === part
}

/** `5`, `1..9`, `1..` or `..9`, both ends included. */
function isWithin(part: string, distance: (end: string) => number): boolean {
  const [from = '', to = from] = part.split('..', 2)
  return (from === '' || distance(from) >= 0) && (to === '' || distance(to) <= 0)
}

// Folding ten thousand rows takes longer than looking through them, and a row object never changes.
const folded = new WeakMap<Row, string>()

function hasWords(module: Module, row: Row, words: readonly string[]): boolean {
  let text = folded.get(row)
  if (text === undefined) {
    text = fold(module.search.map(field => plain(row[field])).join(' '))
    folded.set(row, text)
  }
  return words.every(word => text.includes(word))
}

/** Empty keys come last going up and first going down; the id makes equals stand still. */
function sortRows(module: Module, rows: Row[], sort = module.list ? 'position' : module.title): Row[] {
  const down = sort.startsWith('-')
  const field = down ? sort.slice(1) : sort
  const isText = ['text', 'longText', 'email'].includes(kindOf(module, field) ?? '')
  const keyed = rows.map(row => ({ row, key: sortKey(row[field], isText) }))
  keyed.sort((a, b) => (compareKeys(a.key, b.key) || a.row.id - b.row.id) * (down ? -1 : 1))
  return keyed.map(({ row }) => row)
}

const compareKeys = (a: string | number | null, b: string | number | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b)

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

function sortKey(value: unknown, isText: boolean): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  return isText ? fold(plain(value)) : plain(value)
}

/** Plain values as text; what has parts (lines, an address) is nothing to search or compare by. */
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
