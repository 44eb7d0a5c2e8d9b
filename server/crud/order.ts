import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { reveals } from '#contract/seen.ts'
import { defaultSort, parseSort, sortsOf } from '#contract/sorts.ts'
import { invalid } from './invalid.ts'
import { keyTypes, naturalKey, sortKey, type Place } from './list-sql.ts'

/** One key of a list's order. */
export type Key = { field: string; sql: string; type: string; nullable: boolean; down: boolean }
export type KeyValue = string | number | null
/** The place of a row in the order: its values of the keys, and its id. */
export type Spot = { values: readonly KeyValue[]; id: number }

export function orderOf(module: Module, actor: Actor, sort = defaultSort(module)): Key[] {
  const sorts = parseSort(module, sort)
  if (!sorts || sorts.some(({ field }) => !reveals(module, field, actor)))
    throw invalid({ sort: 'This list cannot be sorted by that.' })
  return sorts.map(({ field, down }) => {
    const { kind, nullable } = sortsOf(module).find(offer => offer.field === field)!
    return { field, sql: sortKey(field, kind), type: keyTypes[kind]!, nullable, down }
  })
}

export const spotOf = (keys: readonly Key[], row: Row): Spot => ({
  values: keys.map(({ field }) => (row[field] ?? null) as KeyValue),
  id: row.id,
})

/** The last row's own values and id: what the database sorts by follows from the values. */
export const cursorOf = ({ values, id }: Spot): string =>
  Buffer.from(JSON.stringify([...values, id])).toString('base64url')

export function readCursor(text: string, keys: readonly Key[]): Spot {
  try {
    const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const [values, id] = [read.slice(0, -1), read.at(-1)]
    const fits = keys.every((key, at) => (values[at] === null ? key.nullable : isOfType(values[at], key.type)))
    if (fits && values.length === keys.length && Number.isSafeInteger(id))
      return { values: values as KeyValue[], id: id as number }
  } catch {
    // Not one of ours; said below.
  }
  throw invalid({ after: 'This is no place in the list.' })
}

function isOfType(key: unknown, type: string): boolean {
  if (type === 'int8') return Number.isSafeInteger(key)
  if (type === 'float8') return typeof key === 'number'
  if (typeof key !== 'string' || key.includes('\u0000')) return false
  if (type === 'date') return /^\d{4,6}-\d{2}-\d{2}$/.test(key)
  return type === 'timestamptz'
    ? /^\d{4,6}-\d{2}-\d{2}T[\d:.]{8,15}Z$/.test(key) && !Number.isNaN(Date.parse(key))
    : true
}

/** A value as the key that it is compared by. */
export const keyFrom = ({ type }: Key, value: KeyValue, place: Place): string => {
  const given = `${place(value)}::${type}`
  return type === 'text' ? naturalKey(given) : given
}

/** A stretch of an index to walk along: `filled` keys in their order, then the `empty` ones by id. */
export type Stretch = 'filled' | 'empty'

/** Empty keys come last, whichever way the others go; walking backwards they come first. */
export function stretchesOf({ nullable }: Key, backwards: boolean): Stretch[] {
  if (!nullable) return ['filled']
  return backwards ? ['empty', 'filled'] : ['filled', 'empty']
}
