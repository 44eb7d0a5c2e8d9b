import type { Actor } from '#contract/actor.ts'
import type { Value } from '#contract/filter-text.ts'
import { filterNamed, filtersOf, type Filter } from '#contract/filters.ts'
import type { Module } from '#contract/module.ts'
import { reveals, scopeFilter } from '#contract/rules.ts'
import { layoutOf } from './columns.ts'
import { conditionOf } from './filters.ts'
import { invalid } from './invalid.ts'
import { columnOf } from './list-sql.ts'
import { isPlain } from './page.ts'
import { whereOf, type Question } from './question.ts'
import { byConditions, byOneIndex, type RowPool } from './row-plan.ts'

export type Group = { value: Value | null; count: number; more: boolean }
export type Groups = { groups: Group[]; next: string | null }

/** A group is counted up to here: a number beyond is "more than that". */
export const GROUP_LIMIT = 1_000
const PAGE = 50

/** What rows can be grouped by: whatever has one value out of some. */
export const isGrouping = ({ kind, column }: Filter): boolean =>
  column === null && ['choice', 'flag', 'listItem', 'reference'].includes(kind)

export const groupingsOf = (module: Module): Filter[] => (module.list ? [] : filtersOf(module).filter(isGrouping))

/**
 * How many rows each value has. Options and stages come all, in their order, empty ones too; items and records in the
 * order of their ids and only where there are rows, a page of values at a time; what has none comes last.
 */
export async function groupsOf(
  pool: RowPool,
  module: Module,
  actor: Actor,
  question: Question & { by: string },
): Promise<Groups> {
  const filter = filterNamed(module, question.by)
  if (!filter || !isGrouping(filter) || !reveals(module, filter.field, actor))
    throw invalid({ by: 'This list cannot be grouped by that.' })
  const placed: unknown[] = []
  const where = await whereOf(pool, module, actor, question, value => `$${placed.push(value)}`)
  if (where === null) return { groups: [], next: null }
  const reach = scopeFilter(module, actor) === null ? null : { where, values: placed }
  const { values, next } = await valuesOf(pool, module, filter, question.after, reach)
  const all = next === null ? [...values, null] : values
  const place = (value: unknown) => `$${placed.push(value)}`
  const counts = all.map((value, at) => {
    const is = conditionOf(module, filter, [value === null ? { is: 'none' } : { is: 'value', value }], place)
    return `(select ${at} as at, count(*) as n from (select 1 from ${layoutOf(module).table} where ${where} and ${is} limit ${GROUP_LIMIT + 1}) as counted)`
  })
  const asked = { text: counts.join(' union all '), values: placed }
  const inGroups = isPlain(module, actor, question) ? byOneIndex : byConditions
  const rows = await inGroups<{ at: number; n: number }>(pool, asked)
  const found = rows.toSorted((a, b) => a.at - b.at)
  const groups = found.map(({ at, n }) => ({ value: all[at]!, count: Math.min(n, GROUP_LIMIT), more: n > GROUP_LIMIT }))
  return { groups: groups.filter(({ value, count }) => count > 0 || (value !== null && isFixed(filter))), next }
}

const isFixed = ({ kind }: Filter) => kind === 'choice' || kind === 'flag'

async function valuesOf(
  pool: RowPool,
  module: Module,
  filter: Filter,
  after: string | undefined,
  reach: Reach | null,
): Promise<{ values: Value[]; next: string | null }> {
  if (filter.kind === 'flag') return { values: [true, false], next: null }
  if (filter.kind === 'choice') return { values: [...(filter.meta?.options ?? [])], next: null }
  const from = after === undefined ? 0 : Number(after)
  if (!Number.isSafeInteger(from)) throw invalid({ after: 'This is no place among the groups.' })
  const column = columnOf(filter.field)
  const rows = reach
    ? await withinReach(pool, module, column, from, reach)
    : await alongIndex(pool, module, column, from)
  const values = rows.slice(0, PAGE).map(({ value }) => value)
  return { values, next: rows.length > PAGE ? String(values.at(-1)) : null }
}

/** From each value straight to the next one in the index, however many rows lie between. */
async function alongIndex(pool: RowPool, module: Module, column: string, from: number): Promise<{ value: number }[]> {
  const first = (beyond: string) =>
    `select ${column} from ${layoutOf(module).table} where ${column} > ${beyond} order by ${column} limit 1`
  const { rows } = await pool.query<{ value: number }>({
    text: `with recursive found (value) as (
        (${first('$1')}) union all select (${first('found.value')}) from found where found.value is not null
      ) select value from found where value is not null limit ${PAGE + 1}`,
    values: [from],
  })
  return rows
}

/** The rows that somebody with a limited reach may see. */
type Reach = { where: string; values: readonly unknown[] }

/** Values of these rows only: where the groups go on must not tell of records that are out of reach. */
const withinReach = (pool: RowPool, module: Module, column: string, from: number, { where, values }: Reach) =>
  byConditions<{ value: number }>(pool, {
    text: `select distinct ${column} as value from ${layoutOf(module).table}
      where ${where} and ${column} > $${values.length + 1} order by 1 limit ${PAGE + 1}`,
    values: [...values, from],
  })
