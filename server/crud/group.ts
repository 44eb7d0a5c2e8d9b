import type { Actor } from '#contract/actor.ts'
import { parseFilter, type Value } from '#contract/filter-text.ts'
import { filterNamed, filtersOf, type Filter } from '#contract/filters.ts'
import type { Module } from '#contract/module.ts'
import { addDays } from '#contract/relative-days.ts'
import { scopeFilter } from '#contract/rules.ts'
import { reveals } from '#contract/seen.ts'
import { layoutOf } from './columns.ts'
import { conditionOf } from './filters.ts'
import { invalid } from './invalid.ts'
import { columnOf } from './list-sql.ts'
import { isPlain } from './page.ts'
import { houseOf, whereOf, type Question } from './question.ts'
import { byConditions, byOneIndex, type RowPool } from './row-plan.ts'

export type Group = { value: Value | null; count: number; more: boolean }
export type Groups = { groups: Group[]; next: string | null }

/** A group is counted up to here: a number beyond is "more than that". */
export const GROUP_LIMIT = 1_000
/** A day of a chart up to here, which is what a list's own count goes up to. */
const DAY_LIMIT = 10_000
const PAGE = 50
/** Days that one question counts, in all its filter names: two months. */
const MOST_DAYS = 62

/** What rows can be grouped by: whatever has one value out of some. A day is one of those that the filter names. */
export const isGrouping = ({ kind, column }: Filter): boolean =>
  column === null && ['choice', 'flag', 'listItem', 'reference', 'date'].includes(kind)

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
  const byDay = filter.kind === 'date'
  const { values, next } = byDay
    ? { values: await daysOf(pool, module, question), next: null }
    : await valuesOf(pool, module, filter, question.after, reach)
  const all = next === null && !byDay ? [...values, null] : values
  const place = (value: unknown) => `$${placed.push(value)}`
  const most = byDay ? DAY_LIMIT : GROUP_LIMIT
  const counts = all.map((value, at) => {
    const is = conditionOf(module, filter, [value === null ? { is: 'none' } : { is: 'value', value }], place)
    return `(select ${at} as at, count(*) as n from (select 1 from ${layoutOf(module).table} where ${where} and ${is} limit ${most + 1}) as counted)`
  })
  const asked = { text: counts.join(' union all '), values: placed }
  const inGroups = isPlain(module, actor, question) ? byOneIndex : byConditions
  const rows = await inGroups<{ at: number; n: number }>(pool, asked)
  const found = rows.toSorted((a, b) => a.at - b.at)
  const groups = found.map(({ at, n }) => ({ value: all[at]!, count: Math.min(n, most), more: n > most }))
  return { groups: groups.filter(({ value, count }) => count > 0 || (value !== null && isFixed(filter))), next }
}

const isFixed = ({ kind }: Filter) => kind === 'choice' || kind === 'flag' || kind === 'date'

/** The days that the filter of the field names, the first one first. */
async function daysOf(pool: RowPool, module: Module, { by, filters }: Question & { by: string }): Promise<string[]> {
  const parts = parseFilter(module, by, filters[by] ?? '', await houseOf(pool)) ?? []
  const days = new Set<string>()
  let open = parts.length === 0
  for (const part of parts) {
    const [from, to] = part.is === 'value' ? [part.value, part.value] : part.is === 'range' ? [part.from, part.to] : []
    if (typeof from !== 'string' || typeof to !== 'string') open = true
    else for (let day = from; day <= to && days.size <= MOST_DAYS; day = addDays(day, 1)) days.add(day)
  }
  if (open || days.size > MOST_DAYS)
    throw invalid({ [`filter[${by}]`]: `Name the days to count, at most ${MOST_DAYS}.` })
  return [...days].toSorted()
}

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
