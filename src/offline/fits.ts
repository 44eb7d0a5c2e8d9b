import type * as z from 'zod/mini'
import { metaOf, type FieldKind, type FieldMeta, type Fields } from '#contract/fields.ts'
import { allFields, type Module, type Register, type Row } from '#contract/module.ts'
import type { Kept } from './user-db.ts'

type Fits = (value: unknown) => boolean
type Field = { name: string; fits: Fits; fallback: unknown; isHidden: boolean }

const is = (type: string): Fits => {
  return value => typeof value === type
}
const isObject: Fits = value => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (fits: Fits): Fits => {
  return value => Array.isArray(value) && value.every(fits)
}
const isNumber = is('number')
const isText = is('string')
/** Whatever shows a time breaks on one that is none. */
const isTime: Fits = value => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const orNone = (fits: Fits): Fits => {
  return value => value === null || fits(value)
}
const oneOf = (options: readonly string[]): Fits => {
  const known = new Set<unknown>(options)
  return value => known.has(value)
}

/** What is none of these, nor of what its declaration says more of, is text. */
const ofKind: Partial<Record<FieldKind, Fits>> = {
  number: isNumber,
  money: isNumber,
  flag: is('boolean'),
  date: isTime,
  dateTime: isTime,
  listItem: isNumber,
  reference: isNumber,
  tags: listOf(isText),
  listItems: listOf(isNumber),
  references: listOf(isNumber),
  files: listOf(isNumber),
}

/** An earlier build did not know of all its parts. */
const addressOf = (lists: readonly string[]): Fits => {
  return value => {
    if (!isObject(value)) return false
    const { line, pincode = null, ...rest } = value as Record<string, unknown>
    return isText(line) && orNone(isText)(pincode) && lists.every(name => orNone(isNumber)(rest[name] ?? null))
  }
}

function fitsKind({ kind, options = [], parts = {} }: FieldMeta): Fits {
  if (kind === 'choice') return oneOf(options)
  if (kind === 'choices') return listOf(oneOf(options))
  if (kind === 'address') return addressOf(Object.keys(parts))
  return ofKind[kind] ?? isText
}

/** What a field is by its declaration; the server's own fields are empty until it has written them. */
function fieldOf(name: string, schema: z.ZodMiniType, given: boolean): Field {
  const meta = metaOf(schema)
  const { line, givenInLine = [], reveal } = meta
  const columns = line && fieldsOf(line, givenInLine)
  const fits: Fits = columns
    ? listOf(value => isObject(value) && typeof (value as Row).id === 'number' && fitAll(columns, value as Row))
    : fitsKind(meta)
  const isEmpty = given || schema.safeParse(null).success
  const missing = schema.safeParse(undefined)
  return {
    name,
    fits: value => (value === null ? isEmpty : fits(value)),
    // A list of which nothing is known is empty, or whatever goes through it would break.
    fallback: missing.success ? missing.data : given ? null : columns ? [] : undefined,
    isHidden: reveal !== undefined,
  }
}

const fieldsOf = (fields: Fields, given: readonly string[]): Field[] =>
  Object.entries(fields).map(([name, schema]) => fieldOf(name, schema, given.includes(name)))

/** What the server says of every record, where its reader may see it. */
const carried = { createdAt: isTime, updatedAt: isTime, archivedAt: orNone(isTime), createdBy: orNone(isNumber) }
const carriedFields = ({ stages }: Module): Field[] =>
  Object.entries({ ...carried, updatedBy: carried.createdBy, ...(stages ? { stage: oneOf(stages) } : {}) }).map(
    ([name, fits]) => ({ name, fits, fallback: undefined, isHidden: false }),
  )

const known = new WeakMap<Module, Field[]>()
function fieldsOfModule(module: Module): Field[] {
  const found = known.get(module)
  if (found) return found
  const fields = [...carriedFields(module), ...fieldsOf(allFields(module), Object.keys(module.given ?? {}))]
  known.set(module, fields)
  return fields
}

const fitAll = (fields: readonly Field[], row: Row): boolean =>
  fields.every(({ name, fits }) => row[name] === undefined || fits(row[name]))

const isRow = (module: Module, value: unknown, id: number): boolean => {
  if (!isObject(value)) return false
  const row = value as Row
  return (
    row.id === id &&
    Number.isInteger(row.version) &&
    row[module.title] !== undefined &&
    fitAll(fieldsOfModule(module), row)
  )
}

/** What an earlier build did not know of yet begins with what it begins with in a form. */
function completed(module: Module, row: Row): Row {
  const lacking = fieldsOfModule(module).filter(
    ({ name, fallback, isHidden }) => row[name] === undefined && !isHidden && fallback !== undefined,
  )
  return lacking.length === 0
    ? row
    : { ...row, ...Object.fromEntries(lacking.map(({ name, fallback }) => [name, fallback])) }
}

/**
 * A kept record as it is read: one that is not what its module declares is as one that the device does not know, and is told
 * of. Nothing that comes from the server is older than that.
 */
export function readKept(register: Register, kept: Kept, onBad: (kept: Kept) => void): Kept {
  if (!kept?.row) return kept
  const { id, t, g, row, base } = kept
  const module = register[t]
  if (!module) return kept
  // What was made here, and what waits over it, are the words of this app; the server's are beside them.
  const isGood = isRow(module, base ?? row, id) && (!base || isObject(row))
  if (isGood) {
    const whole = base ? row : completed(module, row)
    return whole === row ? kept : { ...kept, row: whole }
  }
  onBad(kept)
  return { id, t, v: 0, g, on: 0, row: null }
}
