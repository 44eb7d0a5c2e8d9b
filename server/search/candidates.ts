import type { Actor } from '#contract/actor.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { metaOf } from '#contract/fields.ts'
import { scopeFilter } from '#contract/rules.ts'
import { asks, isFindable, searchPlaces } from '#contract/search-words.ts'
import { sortsOf } from '#contract/sorts.ts'
import { layoutOf } from '#server/crud/columns.ts'
import { columnOf, isTheirs, naturalKey, searchedText, searchKey, sortKey, type Place } from '#server/crud/list-sql.ts'
import { searching } from '#server/crud/question.ts'
import { byConditions, understood, type RowPool } from '#server/crud/row-plan.ts'

export type Candidate = { list: string | null; row: Row }

/** As many as are looked at more closely from each way of finding; the best of them are shown. */
const MOST = 60

/**
 * Rows that may answer, found in up to four ways, each along an index: by id, by what their names begin with, by words
 * that begin like those asked for, and by fragments. Each way stops early, however many rows there are.
 */
export async function candidates(
  pool: RowPool,
  modules: readonly Module[],
  actor: Actor,
  q: string,
  id: number | null,
): Promise<Candidate[]> {
  const module = modules[0]!
  const names = statement(modules, actor, (way, place) => [
    ...(id === null ? [] : [way(`id = ${place(id)}::int8`)]),
    ...(module.list ? [] : beginnings(module, q, place).map(({ condition, order }) => way(condition, order))),
  ])
  const words = statement(modules, actor, (way, place) =>
    [...beginningWords(module, q, place), ...searching(module, actor, q, place)].map(condition => way(condition)),
  )
  const found = [
    ...(names.text === '' ? [] : (await understood(pool.query<Found>(names))).rows),
    ...(words.text === '' ? [] : await byConditions<Found>(pool, words)),
  ]
  const once = new Map(found.map(row => [row.id, row]))
  return [...once.values()].map(({ list, ...row }) => ({ list, row: row as Row }))
}

type Found = Row & { list: string | null }
type Way = (condition: string, order?: string) => string

/** The first rows of each way, put together. */
function statement(modules: readonly Module[], actor: Actor, ways: (way: Way, place: Place) => string[]) {
  const module = modules[0]!
  const values: unknown[] = []
  const place: Place = value => `$${values.push(value)}`
  const fields = [...new Set([module.title, ...searchPlaces(module).map(({ field }) => field)])]
  const select = [
    'id',
    ...fields.map(field => `${columnOf(field)} as "${field}"`),
    module.list ? 'list' : 'null as list',
  ]
  const where = ['archived_at is null', ...reach(modules, actor, place)].join(' and ')
  const way: Way = (condition, order = '') =>
    `(select ${select.join(', ')} from ${layoutOf(module).table} where ${where} and ${condition} ${order} limit ${MOST})`
  return { text: ways(way, place).join(' union all '), values }
}

function reach(modules: readonly Module[], actor: Actor, place: Place): string[] {
  const [module] = modules
  if (module!.list) return [`list = any(${place(modules.map(({ name }) => name))}::text[])`]
  const scope = scopeFilter(module!, actor)
  return scope && scope !== 'none' ? [isTheirs(scope, place(scope.value))] : []
}

/** Names that begin with what was typed, in their order: the exact one comes first. */
const beginnings = (module: Module, q: string, place: Place) =>
  sortsOf(module)
    .filter(({ kind, field }) => kind === 'text' && !metaOf(allFields(module)[field]!).reveal)
    .map(({ field, kind }) => {
      const [key, typed] = [sortKey(field, kind), naturalKey(place(q.trim()))]
      return { condition: `${key} >= ${typed} and ${key} < ${typed} || chr(1114111)`, order: `order by ${key}` }
    })

/** Every word begins one, in any of the ways in which it is looked for. */
function beginningWords(module: Module, q: string, place: Place): string[] {
  const text = searchedText(module)
  if (text === null) return []
  return asks(q).map(words => {
    const like = (word: string) =>
      `replace(replace(replace(${searchKey(place(word))}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`
    return words.map(word => (isFindable(word) ? `${text} like '% ' || ${like(word)} || '%'` : 'false')).join(' and ')
  })
}
