import { cleanCode } from './clean.ts'
import { codeKey, keyOf, type CodeKind } from './codes.ts'
import { isText, metaOf, type FieldKind } from './fields.ts'
import { partedBySigns, searchKey, withoutSigns } from './fold.ts'
import { allFields, type Module, type Row } from './module.ts'
import { withoutUnseen } from './unseen.ts'

/** A place that search looks in: a field of the record, or a text column of its lines. */
export type SearchPlace = { field: string; column: string | null; isPhone?: boolean; is?: CodeKind }

/** Codes that are looked for by their keys too. The others are found by their digits as they stand. */
const keyed: ReadonlySet<CodeKind | undefined> = new Set<CodeKind>(['gstin', 'barcode', 'serial', 'awb', 'referral'])

const places = new WeakMap<Module, SearchPlace[]>()

/** Where a module's search looks; of lines in every column that holds text. Asked for every row that is looked through. */
export function searchPlaces(module: Module): SearchPlace[] {
  let found = places.get(module)
  if (!found) {
    found = placesOf(module)
    places.set(module, found)
  }
  return found
}

const placesOf = (module: Module): SearchPlace[] =>
  module.search.flatMap((field): SearchPlace[] => {
    const { kind, line = {}, is } = metaOf(allFields(module)[field]!)
    const place = (column: string | null, kind: FieldKind): SearchPlace[] =>
      isText(kind)
        ? [{ field, column, isPhone: kind === 'phone', ...(column === null && keyed.has(is) && { is: is! }) }]
        : []
    return kind === 'lines'
      ? Object.keys(line).flatMap(column => place(column, metaOf(line[column]!).kind))
      : place(null, kind)
  })

/** What search looks through in a record, folded and without signs; each part begins behind a space. */
export function searchText(module: Module, row: Row, hidden: readonly string[] = []): string {
  let text = ''
  for (const place of searchPlaces(module)) {
    if (hidden.includes(place.field)) continue
    for (const part of textsAt(row, place)) {
      text += ` ${part}`
      if (place.is) text += ` ${foundBy(place.is, part)}`
      // Until a server has read it, it stands as it was typed.
      if (place.isPhone && !/^\+\d+$/.test(part)) text += ` ${digitsOf(part) ?? ''}`
    }
  }
  return searchKey(text)
}

/** What a code is also found by: its key. Of a word that customers bring they say letters and digits apart: 'CARE 10'. */
const foundBy = (kind: CodeKind, code: string): string =>
  kind === 'referral' ? keyOf(kind, code).replaceAll(/\d+/g, ' $&') : keyOf(kind, code)

/** The texts at a place of a row: one, or one of each line. */
export function textsAt(row: Row, { field, column }: SearchPlace): string[] {
  const held = row[field]
  const values = column === null ? [held] : ((held ?? []) as Record<string, unknown>[]).map(line => line[column])
  return values.filter(value => typeof value === 'string')
}

/** A word no longer than this is found only where a word begins: no index knows it inside of one. */
const SHORT = 2
const MOST_WORDS = 10

/**
 * What is looked for, in other words too: every word of one of the answers has to be there. Signs inside of a word are left out,
 * or part it. A number as people write phone numbers is also looked for by its digits alone.
 */
export function asks(typedByThem: string): string[][] {
  const q = withoutUnseen(typedByThem).replaceAll(hyphens, '-')
  const words = wordsIn(q)
  if (words.length === 0) return []
  const typed = words.join('').toUpperCase()
  const isOther = (one: string) => one.toUpperCase() !== typed || (words.length > 1 && one.length >= IN_GROUPS)
  const others = [digitsOf(q), keyAsked(q)].filter(one => one !== null && isOther(one))
  const parted = wordsIn(partedBySigns(q))
  const apart = parted.length > words.length ? [parted] : []
  return [words, ...[...new Set(others)].map(one => [one!]), ...apart]
}
/** So many signs has a code that is typed in groups. What is shorter is words: 'AJ2 2'. */
const IN_GROUPS = 6
const hyphens = /[\u2010-\u2015\u2212]/g

/** The words of a text without their signs; what is nothing but signs (“&”) is left out beside words. */
export function wordsIn(text: string): string[] {
  const words = text.replaceAll('\u0000', ' ').trim().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const findable = words.map(withoutSigns).filter(isFindable)
  return findable.length > 0 ? findable : words
}

/** The digits of what looks like a phone number, without the zeros that are dialled within a country. */
function digitsOf(q: string): string | null {
  if (!/^\s*\+?[\d\s()./-]+$/.test(q)) return null
  const digits = q.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 4 ? digits : null
}

/** What looks like a code is looked for by its key, whatever parts it or looks like its letters. */
function keyAsked(q: string): string | null {
  const code = cleanCode(q)
  const key = codeKey(code)
  return /\d/.test(key) && key.length > SHORT && !/\s\p{L}+(?:\s|$)/u.test(code) ? key : null
}

/** Can anything be found by this word at all? One without a letter or a digit stands in no index. */
export const isFindable = (word: string): boolean => /[\p{L}\p{N}]/u.test(word)

export const isShort = (word: string): boolean => Array.from(word).length <= SHORT

/** Does a text that `searchKey` made hold the word, a short one at the beginning of a word? */
export const hasWord = (text: string, word: string): boolean => seeker(word)(text)

/** The same for many texts: what is looked for is folded once. */
function seeker(word: string): (text: string) => boolean {
  if (!isFindable(word)) return () => false
  const folded = searchKey(word)
  if (!isShort(word)) return text => text.includes(folded)
  const behindSpace = ` ${folded}`
  return text => text.includes(behindSpace) || text.startsWith(folded)
}

/** Does a text that `searchText` made answer what `asks` made? Nothing asked is answered by everything. */
export function finder(asked: readonly string[][]): (text: string) => boolean {
  if (asked.length === 0) return () => true
  const answers = asked.map(words => words.map(seeker))
  return text => answers.some(words => words.every(isIn => isIn(text)))
}
