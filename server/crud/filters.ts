import { metaOf, type FieldKind } from '#contract/fields.ts'
import { allFields, snake, type Module } from '#contract/module.ts'
import { filtersOf } from './offers.ts'

/** Collects the values of a statement and answers their places ($1, $2 …). */
export type Place = (value: unknown) => string

/** The condition that `filter[field]=text` means, or null where the text makes no sense for the field. */
export function conditionOf(module: Module, field: string, text: string, place: Place): string | null {
  const kind = filtersOf(module).find(offer => offer.field === field)?.kind
  if (!kind) return null
  const parts = text.split(',').map(part => part.trim())
  if (parts.length > 100) return null
  const isExtra = module.list?.extra.includes(field)
  const column = isExtra ? `extra -> '${field}'` : `"${snake(field)}"`
  const conditions = parts.map(part => {
    if (part === 'none') return isExtra ? `coalesce(${column}, 'null') = 'null'` : `${column} is null`
    return isExtra ? inExtra(module, field, kind, part, place) : inColumn(module, field, kind, column, part, place)
  })
  return conditions.includes(null) ? null : `(${conditions.join(' or ')})`
}

function inColumn(
  module: Module,
  field: string,
  kind: FieldKind,
  column: string,
  part: string,
  place: Place,
): string | null {
  const one = (value: unknown, type: string) => (value === null ? null : `${column} = ${place(value)}::${type}`)
  switch (kind) {
    case 'listItem':
    case 'reference':
      return one(idOf(part), 'int8')
    case 'listItems':
    case 'references':
      return idOf(part) === null ? null : `${column} @> array[${place(idOf(part))}::int8]`
    case 'choices':
      return optionOf(module, field, part) === null ? null : `${column} @> array[${place(part)}::text]`
    case 'choice':
      return one(optionOf(module, field, part), 'text')
    case 'flag':
      return one(flagOf(part), 'boolean')
    case 'money':
      return range(part, wholeOf, column, 'int8', place)
    case 'number':
      return range(part, numberOf, column, 'float8', place)
    case 'date':
      return range(part, dateOf, column, 'date', place)
    case 'dateTime':
      return instants(part, column, place)
    default:
      return null
  }
}

function inExtra(module: Module, field: string, kind: FieldKind, part: string, place: Place): string | null {
  const value = kind === 'flag' ? flagOf(part) : kind === 'listItem' ? idOf(part) : optionOf(module, field, part)
  if (value === null) return null
  return `extra @> ${place(JSON.stringify({ [field]: kind === 'choices' ? [value] : value }))}::jsonb`
}

/** `5`, `1..9`, `1..` or `..9`, both ends included. */
function range(
  part: string,
  read: (text: string) => unknown,
  column: string,
  type: string,
  place: Place,
): string | null {
  const [from = '', to] = part.split('..', 2)
  if (to === undefined) return read(from) === null ? null : `${column} = ${place(read(from))}::${type}`
  const ends = [
    [from, '>='],
    [to, '<='],
  ].filter(([end]) => end !== '')
  if (ends.length === 0 || ends.some(([end]) => read(end!) === null)) return null
  return ends.map(([end, sign]) => `${column} ${sign} ${place(read(end!))}::${type}`).join(' and ')
}

/** Instants or whole days (UTC): a day as an end is meant to its last moment. */
function instants(part: string, column: string, place: Place): string | null {
  const [from = '', end = from] = part.split('..', 2)
  if (from === '' && end === '') return null
  const conditions: string[] = []
  if (from !== '') {
    if (!isInstant(from) && dateOf(from) === null) return null
    conditions.push(`${column} >= ${place(from)}::timestamptz`)
  }
  if (end !== '') {
    if (!isInstant(end) && dateOf(end) === null) return null
    const last = `${place(end)}::timestamptz`
    conditions.push(isInstant(end) ? `${column} <= ${last}` : `${column} < ${last} + interval '1 day'`)
  }
  return conditions.join(' and ')
}

const idOf = (text: string): number | null =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
const wholeOf = (text: string): number | null =>
  /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
const numberOf = (text: string): number | null => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : null)
const flagOf = (text: string): boolean | null => (text === 'true' ? true : text === 'false' ? false : null)
const isInstant = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T/.test(text) && text.length < 40 && !Number.isNaN(Date.parse(text))
const dateOf = (text: string): string | null => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text >= '0001' ? text : null
}

const optionOf = (module: Module, field: string, text: string): string | null => {
  const options = field === 'stage' && module.stages ? module.stages : metaOf(allFields(module)[field]!).options
  return options?.includes(text) ? text : null
}
