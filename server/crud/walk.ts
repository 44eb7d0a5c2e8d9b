import type pg from 'pg'
import type { Module, Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { layoutOf, rowFrom } from './columns.ts'
import type { Place } from './list-sql.ts'
import { keyFrom, stretchesOf, type Key, type KeyValue, type Spot, type Stretch } from './order.ts'

/** Rows to walk through: those of the module that fulfil `where`, whose places are `values`. */
export type Walk = {
  pool: Pick<pg.Pool, 'query'>
  module: Module
  where: string
  values: readonly unknown[]
  keys: readonly Key[]
  backwards: boolean
  /** Prepares the statement under this name. */
  prepared?: (text: string) => string
}

/** A condition that is added to a walk's own. */
type Narrow = (place: Place) => string

/** The next rows after a spot, or from the beginning. Each statement walks one stretch of one index. */
export async function walk(from: Walk, after: Spot | null, limit: number): Promise<Row[]> {
  const [first, second] = from.keys
  return second === undefined ? along(from, first!, [], after, limit) : byBoth(from, [first!, second], after, limit)
}

/** By one key. Equals follow by id. */
async function along(from: Walk, key: Key, narrow: Narrow[], after: Spot | null, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const stretch of stretchesAfter(key, from.backwards, after && after.values[0]!, after !== null)) {
    if (rows.length >= limit) break
    const isHere = after !== null && (after.values[0] === null) === (stretch === 'empty')
    const part = { key, stretch, narrow, after: isHere ? after : null, limit: limit - rows.length }
    rows.push(...(await page(from, part)))
  }
  return rows
}

/** The stretches from the one that the spot is in. */
function stretchesAfter(key: Key, backwards: boolean, value: KeyValue, isAfter: boolean): Stretch[] {
  const all = stretchesOf(key, backwards)
  return isAfter ? all.slice(all.indexOf(value === null ? 'empty' : 'filled')) : all
}

type Part = { key: Key; stretch: Stretch; narrow: Narrow[]; after: Spot | null; limit: number }

async function page(from: Walk, { key, stretch, narrow, after, limit }: Part): Promise<Row[]> {
  const { table, select } = layoutOf(from.module)
  const raw = await ask(from, place => {
    const down = key.down !== from.backwards
    const way = down ? 'desc' : 'asc'
    const where = [from.where, ...narrow.map(one => one(place)), ...(key.nullable ? [isIn(key, stretch)] : [])]
    if (after) {
      const beyond = down ? '<' : '>'
      const id = `${place(after.id)}::int8`
      where.push(
        stretch === 'empty'
          ? `id ${beyond} ${id}`
          : `(${key.sql}, id) ${beyond} (${keyFrom(key, after.values[0]!, place)}, ${id})`,
      )
    }
    const order = key.sql === 'id' || stretch === 'empty' ? `id ${way}` : `${key.sql} ${way}, id ${way}`
    return `select ${select} from ${table} where ${where.join(' and ')} order by ${order} limit ${place(limit)}`
  })
  return raw.map(row => rowFrom(from.module, row))
}

const isIn = (key: Key, stretch: Stretch) => `${key.sql} is ${stretch === 'filled' ? 'not ' : ''}null`

/**
 * By two keys, though an index has only one of them: the rows of the first key's next few values are few and sorted by
 * the second at once; only the last of these values may have many rows, and those are walked along the second.
 */
async function byBoth(from: Walk, [first, second]: [Key, Key], after: Spot | null, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  const group = async (value: KeyValue, spot: Spot | null) => {
    const same: Narrow = place =>
      value === null ? isIn(first, 'empty') : `${first.sql} = ${keyFrom(first, value, place)}`
    rows.push(...(await along(from, second, [same], spot, limit - rows.length)))
  }
  const value = after ? after.values[0]! : null
  if (after) await group(value, { values: after.values.slice(1), id: after.id })
  for (const stretch of stretchesAfter(first, from.backwards, value, after !== null)) {
    const isHere = after !== null && (value === null) === (stretch === 'empty')
    if (rows.length >= limit) break
    if (stretch === 'empty') {
      if (!isHere) await group(null, null)
      continue
    }
    const wanted = limit - rows.length
    const near = await groups(from, [first, second], isHere ? value : null, wanted + 1)
    const last = near.at(-1)
    if (!last || near.length <= wanted) {
      rows.push(...near.map(({ row }) => row))
      continue
    }
    rows.push(...near.filter(({ key }) => key !== last.key).map(({ row }) => row))
    if (rows.length < limit) await group(last.row[first.field] as KeyValue, null)
  }
  return rows
}

type Near = { row: Row; key: string }

/** The next few rows by the first key alone, sorted by both: as many as a page has. */
async function groups(from: Walk, [first, second]: [Key, Key], value: KeyValue, limit: number): Promise<Near[]> {
  const [down, secondDown] = [first.down !== from.backwards, second.down !== from.backwards]
  const raw = await ask(from, place => {
    const where = [from.where, ...(first.nullable ? [isIn(first, 'filled')] : [])]
    if (value !== null) where.push(`${first.sql} ${down ? '<' : '>'} ${keyFrom(first, value, place)}`)
    const { table, select } = layoutOf(from.module)
    const way = down ? 'desc' : 'asc'
    const then = `${secondDown ? 'desc' : 'asc'} nulls ${from.backwards ? 'first' : 'last'}, id ${secondDown ? 'desc' : 'asc'}`
    const near = `select ${select}, ${first.sql} as "#1", ${second.sql} as "#2" from ${table}
      where ${where.join(' and ')} order by ${first.sql} ${way}, id ${way} limit ${place(limit)}`
    return `select * from (${near}) as near order by "#1" ${way}, "#2" ${then}`
  })
  return raw.map(({ '#1': key, '#2': _, ...row }) => ({ row: rowFrom(from.module, row), key: String(key) }))
}

type Raw = Record<string, unknown>

async function ask({ pool, values, prepared }: Walk, text: (place: Place) => string): Promise<Raw[]> {
  const all = [...values]
  const sql = text(value => `$${all.push(value)}`)
  const { rows } = await understood(
    pool.query<Raw>({ ...(prepared ? { name: prepared(sql) } : {}), text: sql, values: all }),
  )
  return rows
}

/** A value that looked right but is none for the database (the 99th month) is the asker's mistake. */
export const understood = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: { code?: string }) => {
    throw error.code?.startsWith('22') ? problem('invalid', 'This question makes no sense to the list.') : error
  })
