import type { CodeKind } from '#contract/codes.ts'
import { isText, metaOf, type FieldKind } from '#contract/fields.ts'
import { filtersOf, isSeveral, type Filter } from '#contract/filters.ts'
import type { Whose } from '#contract/keep.ts'
import { allFields, snake, type Module } from '#contract/module.ts'
import { isFindable, isShort, searchPlaces, type SearchPlace } from '#contract/search-words.ts'

/** Collects the values of a statement and answers their places ($1, $2 …). */
export type Place = (value: unknown) => string

export const columnOf = (field: string): string => `"${snake(field)}"`

/** Does a row belong to them? `value` is the place of their number in the statement, or that number. */
export const isTheirs = ({ fields }: Whose, value: string): string =>
  `(${fields.map(field => `${columnOf(field)} = ${value}`).join(' or ')})`

/**
 * How search knows a text: case and accents folded, without signs, in plain letters only (what is beyond ASCII is spelled by its bytes),
 * because that is all that trigrams are made of under every locale.
 */
export const searchKey = (text: string): string => `search_key(${text})`

const inLines = (column: string, path: string): string =>
  `translate(jsonb_path_query_array(${column}, '${path}')::text, '[",]', '    ')`

const textAt = ({ field, column }: SearchPlace): string =>
  column === null ? columnOf(field) : inLines(columnOf(field), `$[*].${column} ? (@ != null)`)

const isGuarded = (module: Module, field: string) => metaOf(allFields(module)[field]!).reveal !== undefined

/** The column with what search looks through; null where a module is not searched. */
export const searchedText = (module: Module): string | null => (searchedFrom(module) === null ? null : 'searched')

/**
 * What search looks through, as one text with a space before each part. The database keeps it beside the row, because
 * working it out takes ten times as long as looking at it. Guarded fields are not in it.
 */
export function searchedFrom(module: Module): string | null {
  const open = searchPlaces(module).filter(({ field }) => !isGuarded(module, field))
  if (open.length === 0) return null
  const texts = open.flatMap(place => [textAt(place), ...(place.is ? [keySql(place.is, textAt(place))] : [])])
  return searchKey(texts.map(text => `' ' || coalesce(${text}, '')`).join(' || '))
}

/** What makes two codes of a kind the same, as `keyOf` says it. */
export const keySql = (kind: CodeKind, text: string): string =>
  `${kind === 'barcode' ? 'barcode_key' : 'code_key'}(${text})`

/** Is it among what search looks through? Then search's index also answers for it alone. */
export const isSearched = (module: Module, { field, column }: SearchPlace): boolean =>
  !isGuarded(module, field) && searchPlaces(module).some(place => place.field === field && place.column === column)

/** All text in the lines of a field. */
export const textInLines = (field: string): string =>
  searchKey(inLines(columnOf(field), '$[*].* ? (@.type() == "string")'))

/** Names of what is filled in, and with a minus of what is empty: texts that may be, and fields with several values. */
export function filledFields(module: Module): string | null {
  const fields = filtersOf(module).filter(
    ({ column, kind, ways }) =>
      column === null && (isSeveral(kind) || ((isText(kind) || kind === 'address') && ways.none)),
  )
  if (fields.length === 0 || module.list) return null
  const one = ({ field, kind }: Filter) => `case when ${isEmpty(field, kind)} then '-${field}' else '${field}' end`
  return `array[${fields.map(one).join(', ')}]`
}

const isEmpty = (field: string, kind: Filter['kind']) =>
  isSeveral(kind) ? `${columnOf(field)} = ${kind === 'lines' ? `'[]'` : `'{}'`}` : `${columnOf(field)} is null`

/** The text that has the word in it, a short one where a word begins. `begins` says that each begins behind a space. */
export function wordIn(text: string, word: string, place: Place, begins: boolean): string {
  if (!isFindable(word)) return 'false'
  const like = `replace(replace(replace(${searchKey(place(word))}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`
  if (!isShort(word)) return `${text} like '%' || ${like}`
  const inside = `${text} like '% ' || ${like}`
  return begins ? inside : `(${inside} or ${text} like ${like})`
}

export const wordsIn = (text: string, words: readonly string[], place: Place, begins = false): string =>
  words.length === 0 ? 'true' : words.map(word => wordIn(text, word, place, begins)).join(' and ')

/** A text as lists are sorted by it: numbers in it by how much they are. */
export const naturalKey = (text: string): string => `natural_key(${text}) collate "C"`

/** What the database compares and walks along when a list is sorted by the field. */
export const sortKey = (field: string, kind: FieldKind | 'id'): string =>
  kind === 'text' ? naturalKey(columnOf(field)) : columnOf(field)

/** Do both say the same when case and accents are folded? An index that lists are sorted along answers it. */
export const sameText = (column: string, value: string): string =>
  `(${naturalKey(column)} = ${naturalKey(value)} and sort_key(${column}) collate "C" = sort_key(${value}) collate "C")`

export const keyTypes: Readonly<Partial<Record<FieldKind | 'id', string>>> = {
  text: 'text',
  number: 'float8',
  money: 'int8',
  date: 'date',
  dateTime: 'timestamptz',
  id: 'int8',
}
