import { createHash } from 'node:crypto'
import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { scopeFilter } from '#contract/rules.ts'
import { stagesSeen, visibleRow } from '#contract/seen.ts'
import { layoutOf } from './columns.ts'
import { cursorOf, orderOf, readCursor, spotOf } from './order.ts'
import { conditionsOf, whereOf, type Question } from './question.ts'
import { byConditions, understood, type RowPool } from './row-plan.ts'
import { walk } from './walk.ts'

export type Page = { rows: Row[]; next: string | null; total?: number }
export type Count = { count: number; more: boolean }

/** Counting stops here: a number beyond is "more than that". */
export const TOTAL_LIMIT = 10_000

/** One page of a module's rows that this person may see, in an order that neither skips nor repeats. */
export async function pageOf(pool: RowPool, module: Module, actor: Actor, question: Question): Promise<Page> {
  const limit = question.limit ?? 50
  const keys = orderOf(module, actor, question.sort)
  const after = question.after === undefined ? null : readCursor(question.after, keys)
  const values: unknown[] = []
  const asked = await conditionsOf(pool, module, actor, question, value => `$${values.push(value)}`)
  if (asked === null) return { rows: [], next: null, ...(question.total ? { total: 0 } : {}) }

  const prepared = isPlain(module, actor, question) ? { prepared: sha1 } : {}
  const [found, total] = await Promise.all([
    walk({ pool, module, ...asked, values, keys, backwards: false, ...prepared }, after, limit + 1),
    question.total ? count(pool, module, asked.where, values, isPlain(module, actor, question)) : null,
  ])
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(row => visibleRow(module, row, actor)),
    next: found.length > limit && last ? cursorOf(spotOf(keys, last)) : null,
    ...(total === null ? {} : { total }),
  }
}

/** Nearly every row is wanted; and only questions of such few shapes are worth a prepared statement, whose plan knows no values. */
export const isPlain = (module: Module, actor: Actor, { q, filters, archived }: Question) =>
  !q &&
  !archived &&
  Object.keys(filters).length === 0 &&
  scopeFilter(module, actor) === null &&
  !stagesSeen(module, actor)

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** How many rows there are, up to a bound. */
export async function countOf(pool: RowPool, module: Module, actor: Actor, question: Question): Promise<Count> {
  const values: unknown[] = []
  const where = await whereOf(pool, module, actor, question, value => `$${values.push(value)}`)
  const all = where === null ? 0 : await count(pool, module, where, values, isPlain(module, actor, question))
  return { count: Math.min(all, TOTAL_LIMIT), more: all > TOTAL_LIMIT }
}

async function count(
  pool: RowPool,
  module: Module,
  where: string,
  values: unknown[],
  isPlain: boolean,
): Promise<number> {
  const text = `select count(*) as n from (select 1 from ${layoutOf(module).table} where ${where} limit ${TOTAL_LIMIT + 1}) as counted`
  type Counted = { n: number }
  const rows = isPlain
    ? (await understood(pool.query<Counted>({ text, values }))).rows
    : await byConditions<Counted>(pool, { text, values })
  return rows[0]!.n
}
