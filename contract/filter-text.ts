import { isInstant, isText, yearPattern } from './fields.ts'
import { fold, searchKey } from './fold.ts'
import { filterNamed, isSeveral, type Filter } from './filters.ts'
import type { Module, Row } from './module.ts'
import { addDays, relativeDays, startOfDay, type House } from './relative-days.ts'
import { hasWord, isFindable, wordsIn } from './search-words.ts'

export type Value = string | number | boolean

/** One part of a filter; any of them will do. Both ends of a range are included. */
export type Part =
  | { is: 'none' }
  | { is: 'any' }
  | { is: 'value'; value: Value }
  | { is: 'range'; from: Value | null; to: Value | null }
  | { is: 'words'; words: string[]; said: string }

const MOST_PARTS = 100

/** Commas part; one that belongs to a value has a backslash before it. */
export function splitParts(text: string): string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (sign === ',') parts.push('')
    else if (sign === '\\' && at + 1 < text.length) parts[parts.length - 1] += text[(at += 1)]!
    else parts[parts.length - 1] += sign
  }
  return parts
}

export const joinParts = (parts: readonly string[]): string =>
  parts.map(part => part.replaceAll(/[,\\]/g, sign => `\\${sign}`)).join(',')

/** What `filter[name]=text` asks for, or null where that makes no sense for this module. */
export function parseFilter(module: Module, name: string, text: string, house: House): Part[] | null {
  const filter = filterNamed(module, name)
  const texts = splitParts(text)
  if (!filter || texts.length > MOST_PARTS) return null
  const parts = texts.map(part => partOf(filter, part.trim(), house))
  return parts.includes(null) ? null : (parts as Part[])
}

function partOf({ kind, ways, meta }: Filter, text: string, house: House): Part | null {
  if (text === 'none') return ways.none ? { is: 'none' } : null
  if (text === 'any') return ways.any ? { is: 'any' } : null
  if (text.startsWith('~') && ways.words) {
    const said = text.slice(1)
    const words = wordsIn(said)
    return words.some(isFindable) ? { is: 'words', words, said } : null
  }
  if (!ways.value) return null
  const plain = text.startsWith('=') ? text.slice(1) : text
  if (kind === 'date' || kind === 'dateTime') return timeOf(kind, plain, ways.range, house)
  if (ways.range && plain.includes('..')) return rangeOf(plain, kind === 'money' ? wholeOf : numberOf)
  const value = valueOf(kind, plain, meta?.options)
  return value === null ? null : { is: 'value', value }
}

function valueOf(kind: Filter['kind'], text: string, options: readonly string[] | undefined): Value | null {
  switch (kind) {
    case 'id':
    case 'listItem':
    case 'listItems':
    case 'reference':
    case 'references':
      return idOf(text)
    case 'choice':
    case 'choices':
      return options?.includes(text) ? text : null
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : null
    case 'money':
      return wholeOf(text)
    case 'number':
      return numberOf(text)
    case 'tags':
      return textOf(text)?.toLowerCase() ?? null
    default:
      return textOf(text)
  }
}

/** `1..9`, `1..` or `..9`. */
function rangeOf(text: string, read: (end: string) => Value | null): Part | null {
  const [from = '', to = ''] = text.split('..', 2)
  const [first, last] = [from, to].map(end => (end === '' ? null : read(end)))
  if ((from === '' && to === '') || (from !== '' && first === null) || (to !== '' && last === null)) return null
  return { is: 'range', from: first ?? null, to: last ?? null }
}

/** A day, a range of days or instants, or days that move with the calendar. A day is meant from its first to its last moment. */
function timeOf(kind: 'date' | 'dateTime', text: string, ranges: boolean, house: House): Part | null {
  const [first = '', last] = text.split('..', 2)
  const from = first === '' ? null : endsOf(kind, first, house)
  const to = last === undefined ? from : last === '' ? null : endsOf(kind, last, house)
  if ((first !== '' && !from) || (last && !to) || (!from && !to)) return null
  if (kind === 'date' && from && to && from.from === to.to) return { is: 'value', value: from.from }
  return ranges ? { is: 'range', from: from?.from ?? null, to: to?.to ?? null } : null
}

type Ends = { from: string; to: string }

function endsOf(kind: 'date' | 'dateTime', text: string, house: House): Ends | null {
  if (kind === 'dateTime' && isMoment(text)) {
    const instant = new Date(text).toISOString()
    return isInstant(instant) ? { from: instant, to: instant } : null
  }
  const days = relativeDays(text, house) ?? dayOf(text)
  if (!days || !yearPattern.test(days.from) || !yearPattern.test(days.to)) return null
  if (kind === 'date') return days
  const begins = (day: string) => startOfDay(day, house.timeZone).getTime()
  // Times are kept to the millisecond.
  return { from: iso(begins(days.from)), to: iso(begins(addDays(days.to, 1)) - 1) }
}

const iso = (instant: number) => new Date(instant).toISOString()
const dayOf = (text: string): Ends | null => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  const isDay = day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  return isDay ? { from: text, to: text } : null
}
/** Also one that is told by the clock of another place. */
const isMoment = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T[\d:]+(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))
const idOf = (text: string) =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
const wholeOf = (text: string) =>
  /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
const numberOf = (text: string) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : null)
const textOf = (text: string) => (isFindable(text) && text.length <= 500 && !text.includes('\u0000') ? text : null)

/** Does the row have what any of the parts asks for? The server judges the same in SQL. */
export function matches(filter: Filter, parts: readonly Part[], row: Row): boolean {
  const values = heldBy(filter, row)
  return parts.some(part => {
    if (part.is === 'none') return isSeveral(filter.kind) ? values.length === 0 : values.some(isEmpty)
    if (part.is === 'any') return values.some(value => !isEmpty(value))
    return values.some(value => !isEmpty(value) && answers(filter, part, value as Value))
  })
}

function answers({ kind }: Filter, part: Exclude<Part, { is: 'none' | 'any' }>, value: Value): boolean {
  if (part.is === 'words') return part.words.every(word => hasWord(searchKey(String(value)), word))
  if (part.is === 'value') return isText(kind) ? fold(String(value)) === fold(String(part.value)) : value === part.value
  return (part.from === null || value >= part.from) && (part.to === null || value <= part.to)
}

const isEmpty = (value: unknown) => value === null || value === undefined

/** The values that are asked about: the field's own, those of one column of all lines, or a part of an address. */
function heldBy({ field, column, kind }: Filter, row: Row): readonly unknown[] {
  const held = row[field]
  if (column === null) return isSeveral(kind) ? ((held ?? []) as unknown[]) : [held]
  const owners = Array.isArray(held) ? (held as Record<string, unknown>[]) : [held as Record<string, unknown> | null]
  return owners.flatMap(owner => (owner ? (owner[column] ?? null) : []))
}
