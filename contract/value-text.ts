import { isWhole } from './clean.ts'
import { emptyLine } from './empty-line.ts'
import { isRequired, metaOf, type FieldMeta } from './fields.ts'
import { fold } from './fold.ts'
import { stacked, unstacked } from './sheet.ts'

/** A field, or a column of its lines (`phones.kind`), with what people call its choices. */
export type SaidField = {
  name: string
  meta: FieldMeta
  words: { option(field: string, option: string): string; flag(field: string, on: boolean): string }
}

/** What ids stand for. */
export type Names = { item(id: number): string; record(module: string, id: number): string }
/** Which ids a text may stand for; null where that could not be looked up. */
export type Finder = (meta: FieldMeta, text: string) => readonly number[] | null

/** How the house writes. */
export type Writers = {
  names: Names
  /** Digits behind the point of an amount. */
  decimals: number
  /** How many minutes the clock on the wall is before that of the world at this moment. */
  offset(at: number): number
}

/** How people there write; each hands on what is a day, a moment or a number, and nothing (or NaN) for what is none. */
export type Readers = {
  find: Finder
  day(text: string): string | null | undefined
  moment(text: string, byEndOfDay: boolean): string | undefined
  number(text: string): number | null
  money(text: string): number | null
}

export type Read = { value: unknown } | { wrong: 'unknown' | 'notLooked' | 'several' | 'option' | 'flag'; said: string }

// -- columns -----------------------------------------------------------------------

/** A column of a sheet: a field, or what lines and addresses have beside the part that they are known by. */
export type SheetColumn = {
  /** `phones` holds the numbers, `phones.kind` what kind each of them is. */
  name: string
  field: string
  /** The column of the lines, the part of the address. */
  part: string | null
  meta: FieldMeta
  /** Nobody types it: it is written, and not read. */
  given: boolean
}

/** The columns that a field takes in a sheet, the one that it is known by first. */
export function columnsIn(field: string, meta: FieldMeta): SheetColumn[] {
  const parts = partsIn(meta)
  if (parts.length === 0) return [{ name: field, field, part: null, meta, given: false }]
  return parts.map(({ part, meta, given }, index) => ({
    name: index === 0 ? field : `${field}.${part}`,
    field,
    part,
    meta,
    given,
  }))
}

type Part = { part: string; meta: FieldMeta; given: boolean; isMain?: boolean }

function partsIn(meta: FieldMeta): Part[] {
  if (meta.kind === 'address')
    return ['line', 'area', 'city', 'pincode'].map(part => {
      const list = meta.parts?.[part]
      return { part, meta: list === undefined ? { kind: 'text' } : { kind: 'listItem', list }, given: false }
    })
  const parts: Part[] = Object.entries(meta.line ?? {}).map(([part, field]) => ({
    part,
    meta: metaOf(field),
    given: metaOf(field).stamp !== undefined || (meta.givenInLine?.includes(part) ?? false),
    isMain: isRequired(field),
  }))
  const main = parts.find(({ isMain, given }) => isMain && !given) ?? parts.find(({ given }) => !given) ?? parts[0]
  return parts.toSorted((a, b) => Number(b === main) - Number(a === main))
}

const partOf = (field: SaidField, { name, part, meta }: SheetColumn): SaidField =>
  part === null ? field : { name: name === field.name ? `${name}.${part}` : name, meta, words: field.words }

// -- out ---------------------------------------------------------------------------

/** What stands in this column of a sheet: of lines one value below the other, each in the row of its line. */
export function writeColumn(field: SaidField, column: SheetColumn, value: unknown, writers: Writers): string {
  const { part } = column
  if (part === null || value === null || value === undefined) return writeValue(field, value, writers)
  const say = (of: unknown) => writeValue(partOf(field, column), (of as Record<string, unknown>)[part], writers)
  return Array.isArray(value) ? stacked(value.map(say)) : say(value)
}

/** A value as one text that is read as the same value; lines and addresses have a column for each of their parts. */
export function writeValue({ meta, name, words }: SaidField, value: unknown, writers: Writers): string {
  if (value === null || value === undefined) return ''
  const { names, decimals } = writers
  switch (meta.kind) {
    case 'money':
      // Without the signs that group digits, which a sheet of another country would read as something else.
      return typeof value === 'number' ? (value / 10 ** decimals).toFixed(decimals) : ''
    case 'number':
      return typeof value === 'number' && meta.rate ? String(value / 100) : plain(value)
    case 'dateTime':
      return momentText(plain(value), writers)
    case 'flag':
      return words.flag(name, value === true)
    case 'choice':
      return words.option(name, plain(value))
    case 'choices':
      return together((value as string[]).map(option => words.option(name, option)))
    case 'listItem':
      return names.item(Number(value))
    case 'listItems':
      return together(numbers(value).map(names.item))
    case 'reference':
      return names.record(meta.module ?? '', Number(value))
    case 'references':
      return together(numbers(value).map(id => names.record(meta.module ?? '', id)))
    case 'tags': {
      const tags = value as string[]
      // What may hold a semicolon is parted by commas: one says so where there is only one tag.
      return tags.length === 1 && tags[0]!.includes(';') ? `${tags[0]},` : tags.join(', ')
    }
    case 'files':
      return String((value as unknown[]).length || '')
    case 'lines':
    case 'address': {
      const [main] = columnsIn(name, meta)
      return main?.part ? writeColumn({ meta, name, words }, main, value, writers) : ''
    }
    default:
      return plain(value)
  }
}

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
const numbers = (value: unknown) => (Array.isArray(value) ? value.filter(one => typeof one === 'number') : [])

/** Side by side, or below each other where a comma would not say where one ends. */
function together(texts: readonly string[]): string {
  const said = texts.filter(text => text !== '')
  return said.length > 1 && said.some(text => /[,;\r\n]/.test(text)) ? stacked(said) : said.join(', ')
}

const MINUTE = 60_000

/** 2026-02-28 15:45:30, as the clock on the wall says; with how far it is ahead in an hour that the clock shows twice. */
function momentText(instant: string, { offset }: Writers): string {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return ''
  const ahead = offset(at)
  const wall = new Date(at + ahead * MINUTE).toISOString().slice(0, -1)
  const text = wall.replace('T', ' ').replace(/\.000$/, '')
  const others = [-3, 3].map(hours => offset(at + hours * 60 * MINUTE)).filter(other => other !== ahead)
  const isTwice = others.some(other => offset(at + (ahead - other) * MINUTE) === other)
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.trunc(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return isTwice ? `${text} ${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}` : text
}

/** The offset of a clock on the wall. It changes at a quarter of an hour, if at all, and is asked for in every row. */
export function offsetOf(wall: (at: Date) => { day: string; time: string }): Writers['offset'] {
  const known = new Map<number, number>()
  return at => {
    const quarter = Math.floor(at / (15 * MINUTE))
    let ahead = known.get(quarter)
    if (ahead === undefined) {
      const { day, time } = wall(new Date(quarter * 15 * MINUTE))
      ahead = Date.parse(`${day}T${time}Z`) / MINUTE - quarter * 15
      if (known.size > 10_000) known.clear()
      known.set(quarter, ahead)
    }
    return ahead
  }
}

// -- in ----------------------------------------------------------------------------

/** What the cells of a field's columns mean together. Lines are numbered from 1; they get ids of their own when they are written. */
export function readField(
  field: SaidField,
  said: readonly { column: SheetColumn; text: string }[],
  readers: Readers,
): Read {
  const { meta } = field
  if (meta.kind !== 'lines' && meta.kind !== 'address') return readValue(field, said[0]?.text ?? '', readers)
  const cells = said.map(({ column, text }) => ({ column, texts: textsIn(column.meta, text) }))
  const count = meta.kind === 'address' ? 1 : Math.max(0, ...cells.map(({ texts }) => texts.length))
  const lines: Record<string, unknown>[] = []
  for (let at = 0; at < count; at += 1) {
    const line: Record<string, unknown> = {}
    for (const { column, texts } of cells) {
      const text = (meta.kind === 'address' ? texts.join('\n') : (texts[at] ?? '')).trim()
      if (text === '') continue
      const read = readValue(partOf(field, column), text, readers)
      if ('wrong' in read) return read
      line[column.part!] = read.value
    }
    if (Object.keys(line).length > 0) lines.push(line)
  }
  if (meta.kind === 'address')
    return { value: lines[0] ? { line: '', pincode: null, city: null, area: null, ...lines[0] } : null }
  return { value: lines.map((line, index) => ({ ...emptyLine(meta), id: index + 1, ...line })) }
}

/** What a cell of a sheet means for this field; what cannot be read is handed on, and checking says what is wrong. */
export function readValue(field: SaidField, cell: string, readers: Readers): Read {
  const { meta } = field
  const text = cell.trim()
  if (meta.kind === 'flag') return readFlag(field, text)
  if (text === '') return { value: isSeveral(meta) ? [] : null }
  switch (meta.kind) {
    case 'number':
      return { value: meta.rate ? rateIn(text, readers) : readers.number(text) }
    case 'money':
      return { value: readers.money(text) }
    case 'date':
      // Sheets write a midnight behind their days.
      return { value: readers.day(text.replace(/[ T]00:00(:00)?(\.0+)?Z?$/, '')) ?? text }
    case 'dateTime':
      return { value: readers.moment(text, meta.byEndOfDay === true) ?? text }
    case 'choice':
      return optionOf(field, text)
    case 'choices':
      return wholeOrParts(text, part => optionOf(field, part))
    case 'listItem':
    case 'reference':
      return idOf(meta, text, readers.find)
    case 'listItems':
    case 'references':
      return wholeOrParts(text, part => idOf(meta, part, readers.find))
    case 'tags':
      return { value: apart(text, text.includes(',') ? /,/ : /;/).map(tag => tag.toLowerCase()) }
    case 'colour':
      return { value: text.toLowerCase() }
    case 'lines':
    case 'address': {
      const [column] = columnsIn(field.name, meta)
      return column?.part ? readField(field, [{ column, text: cell }], readers) : { value: text }
    }
    default:
      return { value: text }
  }
}

/** Every text that may stand for a record or a list item in a cell of this column. */
export function namesInCell({ part, meta }: Pick<SheetColumn, 'part' | 'meta'>, cell: string): string[] {
  const whole = part === null ? [cell.trim()] : textsIn(meta, cell).map(text => text.trim())
  const all = isSeveral(meta) ? whole.flatMap(text => [text, ...apart(text)]) : whole
  return all.filter(text => text !== '')
}

const isSeveral = (meta: FieldMeta) => ['choices', 'listItems', 'references', 'tags', 'lines'].includes(meta.kind)

/** The values of a cell, each of its own: below each other, or parted by signs. */
const apart = (text: string, signs = /[,;]/): string[] =>
  (/[\r\n]/.test(text) ? unstacked(text) : text.split(signs)).map(part => part.trim()).filter(Boolean)

/** One text for each line. Numbers and e-mail addresses may stand side by side; an address of a street holds commas itself. */
function textsIn(meta: FieldMeta, cell: string): string[] {
  const below = unstacked(cell)
  if (meta.kind !== 'phone' && meta.kind !== 'email') return below
  return below.flatMap(text => {
    const parts = meta.kind === 'phone' ? phonesIn(text) : text.split(/[,;]/)
    const said = parts.map(part => part.trim()).filter(Boolean)
    return said.length > 0 ? said : ['']
  })
}

/** An extension belongs to its number, and so does the code of an area that a slash parts from it. */
const phonesIn = (text: string): string[] =>
  text.split(/[,;](?!\s*(?:ext|x\s?\d|#))/i).flatMap(part => {
    const numbers = part.split('/')
    return isWhole(numbers[0]!) ? numbers : [part]
  })

/** A sheet says 18 or 18 %. What is finer than a basis point stays so, and is refused rather than rounded. */
function rateIn(text: string, { number }: Readers): number | null {
  const percent = number(text.replace(/\s*%$/, ''))
  return percent === null ? null : Number((percent * 100).toFixed(6))
}

function readFlag({ name, words }: SaidField, text: string): Read {
  const said = fold(text)
  const isOn = [words.flag(name, true), 'yes', 'true', '1', 'x'].some(word => fold(word) === said)
  const isOff = [words.flag(name, false), 'no', 'false', '0', ''].some(word => fold(word) === said)
  return isOn || isOff ? { value: isOn } : { wrong: 'flag', said: text }
}

function optionOf({ name, meta, words }: SaidField, text: string): Read {
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
function wholeOrParts(text: string, read: (part: string) => Read): Read {
  const whole = read(text)
  return 'value' in whole || whole.wrong === 'several' ? all([whole]) : all(apart(text).map(read))
}

/** All of them, or the first that is wrong. */
function all(parts: readonly Read[]): Read {
  const wrong = parts.find(part => 'wrong' in part)
  return wrong ?? { value: parts.map(part => ('value' in part ? part.value : null)) }
}
