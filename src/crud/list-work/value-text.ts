import { isRequired, metaOf, type FieldMeta } from '#contract/fields.ts'
import { emptyLine } from '#src/fields/lines.tsx'
import type { FieldView } from '#src/fields/view.ts'
import { formatMoneyPlain, today } from '#src/lib/format.ts'
import { fold } from '#src/lib/match.ts'
import { parseDate } from '#src/lib/parse-date.ts'
import { parseMoment } from '#src/lib/parse-moment.ts'
import { parseMoney, parseNumber } from '#src/lib/parse-number.ts'

/** What ids stand for. */
export type Names = { item: (id: number) => string; record: (module: string, id: number) => string }
/** Which ids a text may stand for; null where that could not be looked up. */
export type Finder = (meta: FieldMeta, text: string) => readonly number[] | null
export const nothingLooked: Finder = () => null

export type Read = { value: unknown } | { wrong: 'unknown' | 'notLooked' | 'several' | 'option' | 'flag'; said: string }

const list = (texts: readonly string[]) => texts.join(', ')
const numbers = (value: unknown) => (Array.isArray(value) ? value.filter(one => typeof one === 'number') : [])

/** A value as a spreadsheet takes it, and as it can be pasted back. */
export function writeValue({ meta, name, words }: FieldView, value: unknown, names: Names): string {
  if (value === null || value === undefined) return ''
  switch (meta.kind) {
    case 'money':
      // Without the signs that group digits, which a sheet of another country would read as something else.
      return typeof value === 'number' ? formatMoneyPlain(value).replace(/[^\d.-]/g, '') : ''
    case 'flag':
      return words.flag(name, value === true)
    case 'choice':
      return words.option(name, plain(value))
    case 'choices':
      return list((value as string[]).map(option => words.option(name, option)))
    case 'listItem':
      return names.item(Number(value))
    case 'listItems':
      return list(numbers(value).map(names.item))
    case 'reference':
      return names.record(meta.module ?? '', Number(value))
    case 'references':
      return list(numbers(value).map(id => names.record(meta.module ?? '', id)))
    case 'tags':
      return list(value as string[])
    case 'lines': {
      const first = firstOfLine(meta)
      const texts = (value as Record<string, unknown>[]).map(line => plain(first ? line[first] : null))
      return first && metaOf(meta.line![first]!).kind === 'text' ? texts.join('\n') : list(texts)
    }
    case 'address':
      return plain((value as { line?: unknown }).line)
    case 'files':
      return String((value as unknown[]).length)
    default:
      return plain(value)
  }
}

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** The column that a line of this field is known by, where it can be typed. */
export function firstOfLine(meta: FieldMeta): string | undefined {
  const columns = Object.entries(meta.line ?? {})
  const [name, field] = columns.find(([, column]) => isRequired(column)) ?? columns[0] ?? []
  return field && ['text', 'phone', 'email'].includes(metaOf(field).kind) ? name : undefined
}

/** What a cell of a sheet means for this field; what cannot be read is handed on, and checking says what is wrong. */
export function readValue(field: FieldView, cell: string, find: Finder): Read {
  const { meta } = field
  // Files guard against formulas with an apostrophe; it is no part of the value.
  const text = cell.trim().replace(/^'(?=\s*[=+\-@＝＋－＠])/, '')
  if (meta.kind === 'flag') return readFlag(field, text)
  if (text === '') return { value: Array.isArray(emptyOf(meta)) ? [] : null }
  const several = () =>
    text
      .split(/[,;]/)
      .map(part => part.trim())
      .filter(Boolean)
  switch (meta.kind) {
    case 'number':
      return { value: parseNumber(text) }
    case 'money':
      return { value: parseMoney(text) }
    case 'date':
      return { value: dayOf(text) }
    case 'dateTime':
      return { value: parseMoment(text, meta.byEndOfDay) ?? text }
    case 'choice':
      return optionOf(field, text)
    case 'choices':
      return wholeOrParts(text, several(), part => optionOf(field, part))
    case 'listItem':
    case 'reference':
      return idOf(meta, text, find)
    case 'listItems':
    case 'references':
      return wholeOrParts(text, several(), part => idOf(meta, part, find))
    case 'tags':
      return { value: several().map(tag => tag.toLowerCase()) }
    case 'lines': {
      const first = firstOfLine(meta)
      // An address holds commas itself: texts are parted by line breaks only.
      const isText = first !== undefined && metaOf(meta.line![first]!).kind === 'text'
      const parts = isText ? text.split(/\r?\n/).flatMap(part => part.trim() || []) : several()
      // Lines get their own ids when they are written.
      return {
        value: first ? parts.map((part, index) => ({ ...emptyLine(meta), id: index + 1, [first]: part })) : text,
      }
    }
    default:
      return { value: text }
  }
}

const emptyOf = (meta: FieldMeta) =>
  ['choices', 'listItems', 'references', 'tags', 'lines'].includes(meta.kind) ? [] : null

/** Sheets write days in many ways; one that is none stays as it is. */
const dayOf = (text: string): string => {
  const day = parseDate(text.replace(/[ T]00:00(:00)?(\.0+)?Z?$/, ''), today())
  return day ?? text
}

function readFlag({ name, words }: FieldView, text: string): Read {
  const said = fold(text)
  const isOn = [words.flag(name, true), 'yes', 'true', '1', 'x'].some(word => fold(word) === said)
  const isOff = [words.flag(name, false), 'no', 'false', '0', ''].some(word => fold(word) === said)
  return isOn || isOff ? { value: isOn } : { wrong: 'flag', said: text }
}

function optionOf({ name, meta, words }: FieldView, text: string): Read {
  const said = fold(text)
  const found = meta.options?.find(option => fold(option) === said || fold(words.option(name, option)) === said)
  return found === undefined ? { wrong: 'option', said: text } : { value: found }
}

function idOf(meta: FieldMeta, text: string, find: Finder): Read {
  const found = find(meta, text)
  if (!found) return { wrong: 'notLooked', said: text }
  const [id, another] = found
  if (id === undefined) return { wrong: 'unknown', said: text }
  return another === undefined ? { value: id } : { wrong: 'several', said: text }
}

/** A name may hold a comma itself: the whole cell is looked up first. */
function wholeOrParts(text: string, parts: readonly string[], read: (part: string) => Read): Read {
  const whole = read(text)
  return 'value' in whole || whole.wrong === 'several' ? all([whole]) : all(parts.map(read))
}

/** All of them, or the first that is wrong. */
function all(parts: readonly Read[]): Read {
  const wrong = parts.find(part => 'wrong' in part)
  return wrong ?? { value: parts.map(part => ('value' in part ? part.value : null)) }
}
