import type pg from 'pg'
import type { Module } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { layoutOf } from './columns.ts'
import type { Place } from './list-sql.ts'

export type RowPool = Pick<pg.Pool, 'query' | 'connect'>

/** Rows of a module that fulfil `where`, whose places are `values`. */
export type Rows = {
  pool: RowPool
  module: Module
  where: string
  values: readonly unknown[]
  /** Nearly every row is wanted: the order's index is walked, by a statement prepared under this name. */
  prepared?: (text: string) => string
}

/** What of them, and in which order. */
export type Wanted = {
  /** What is sorted by; equals follow by id the same way. */
  key: string
  down: boolean
  /** Where in the order: conditions that its index answers by itself. */
  stretch: (place: Place) => string[]
  narrow: readonly ((place: Place) => string)[]
  also?: string
  /** The order in which the few that were found are handed on. */
  finally?: string
}

type Raw = Record<string, unknown>

/** Where the planner expects fewer, they are fetched and sorted at once: a walk may look at as many in vain. */
const FEW = 10_000
/** So many rows are looked at along the order before that: more of them, the more it would be to fetch and sort. */
const LEAST_WALK = 20_000
const MOST_WALK = 100_000
const walkFor = (expected: number) => Math.min(MOST_WALK, Math.max(LEAST_WALK, Math.round(expected / 2)))

/**
 * The first rows in an order, under conditions that may hold for nearly all or nearly none. There are two ways, and the
 * planner would choose by supposing that the conditions know nothing of the order: whoever looks for “ravi” by name would
 * wait until it has walked from A to R. So no walk looks at more rows than half of those that are expected to fulfil the
 * conditions; where it does not find enough, what fulfils them is fetched by their own indexes and sorted.
 */
export async function inOrder(rows: Rows, wanted: Wanted, limit: number): Promise<Raw[]> {
  if (rows.prepared) return plain(rows, wanted, limit)
  const many = await expected(rows, wanted)
  if (many > FEW) {
    const found = await walked(rows, wanted, walkFor(many), limit)
    if (found.length >= limit) return found
  }
  return gathered(rows, wanted, limit)
}

type Statement = { text: string; values: unknown[] }

function statement(rows: Rows, text: (place: Place) => string): Statement {
  const values = [...rows.values]
  return { text: text(value => `$${values.push(value)}`), values }
}

const conditions = ({ where }: Rows, { narrow, stretch }: Wanted, place: Place) =>
  [where, ...narrow.map(one => one(place)), ...stretch(place)].join(' and ')

const orderBy = ({ down }: Wanted, key: string) => {
  const way = down ? 'desc' : 'asc'
  return `order by ${key === 'id' ? '' : `${key} ${way}, `}id ${way}`
}

const columns = ({ module }: Rows, { also }: Wanted) => [layoutOf(module).select, ...(also ? [also] : [])].join(', ')

const thenSorted = ({ finally: last }: Wanted, text: string) =>
  last === undefined ? text : `select * from (${text}) as near order by ${last}`

const direct = (rows: Rows, wanted: Wanted, limit: number): Statement =>
  statement(rows, place => {
    const where = conditions(rows, wanted, place)
    const { table } = layoutOf(rows.module)
    return thenSorted(
      wanted,
      `select ${columns(rows, wanted)} from ${table} where ${where} ${orderBy(wanted, wanted.key)} limit ${place(limit)}`,
    )
  })

async function plain(rows: Rows, wanted: Wanted, limit: number): Promise<Raw[]> {
  const asked = direct(rows, wanted, limit)
  return (await understood(rows.pool.query<Raw>({ name: rows.prepared!(asked.text), ...asked }))).rows
}

/** How many rows the planner believes in. */
async function expected(rows: Rows, wanted: Wanted): Promise<number> {
  const { text, values } = statement(
    rows,
    place =>
      `explain (format json) select from ${layoutOf(rows.module).table} where ${conditions(rows, wanted, place)}`,
  )
  type Explained = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }
  const answer = await understood(rows.pool.query<Explained>({ text, values }))
  return answer.rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

async function walked(rows: Rows, wanted: Wanted, far: number, limit: number): Promise<Raw[]> {
  const { table } = layoutOf(rows.module)
  const asked = statement(rows, place => {
    const stretch = ['true', ...wanted.stretch(place)].join(' and ')
    const near = `select *, ${wanted.key} as "#0" from ${table} where ${stretch} ${orderBy(wanted, wanted.key)} limit ${far}`
    const where = [rows.where, ...wanted.narrow.map(one => one(place))].join(' and ')
    const order = orderBy(wanted, wanted.key === 'id' ? 'id' : '"#0"')
    return thenSorted(
      wanted,
      `select ${columns(rows, wanted)} from (${near}) as ${table} where ${where} ${order} limit ${place(limit)}`,
    )
  })
  return (await understood(rows.pool.query<Raw>(asked))).rows
}

/** By the indexes of the conditions, whatever the planner expects of them. */
const gathered = (rows: Rows, wanted: Wanted, limit: number): Promise<Raw[]> =>
  byConditions(rows.pool, direct(rows, wanted, limit))

const without = (ways: readonly string[]) =>
  `begin; ${['seqscan', ...ways].map(way => `set local enable_${way} = off`).join('; ')}; set local jit = off`
const BY_CONDITIONS = without(['indexscan', 'indexonlyscan'])
const BY_ONE_INDEX = without(['bitmapscan'])

/** Answers a statement from what its conditions' indexes know together, and from nothing else. */
export const byConditions = <R extends Raw>(pool: RowPool, asked: Statement): Promise<R[]> =>
  limited<R>(pool, BY_CONDITIONS, asked)

/** Answers a statement along one index, row by row, until enough is found: where nearly each row there is wanted. */
export const byOneIndex = <R extends Raw>(pool: RowPool, asked: Statement): Promise<R[]> =>
  limited<R>(pool, BY_ONE_INDEX, asked)

async function limited<R extends Raw>(pool: RowPool, begin: string, asked: Statement): Promise<R[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const { rows } = await understood(client.query<R>(asked))
    await client.query('commit')
    return rows
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed))
    throw error
  } finally {
    client.release(broken)
  }
}

/** A value that looked right but is none for the database (the 99th month) is the asker's mistake. */
export const understood = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: { code?: string }) => {
    throw error.code?.startsWith('22') ? problem('invalid', 'This question makes no sense to the list.') : error
  })
