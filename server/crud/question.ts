import type pg from 'pg'
import { z } from 'zod'
import type { Actor } from '#contract/actor.ts'
import { isText, metaOf } from '#contract/fields.ts'
import { parseFilter } from '#contract/filter-text.ts'
import { filterNamed, filtersOf } from '#contract/filters.ts'
import { allFields, type Module } from '#contract/module.ts'
import type { House } from '#contract/relative-days.ts'
import { scopeFilter } from '#contract/rules.ts'
import { hiddenFields, mayList, reveals, stagesSeen } from '#contract/seen.ts'
import { asks } from '#contract/search-words.ts'
import { conditionOf } from './filters.ts'
import { invalid } from './invalid.ts'
import { columnOf, isTheirs, searchedText, searchKey, wordIn, type Place } from './list-sql.ts'

type Values = Record<string, unknown>

/** Which rows are asked for, and how they follow each other. */
export type Question = {
  after?: string | undefined
  limit?: number | undefined
  q?: string | undefined
  sort?: string | undefined
  total?: boolean | undefined
  archived?: boolean | undefined
  /** None but these, where some were chosen. */
  ids?: readonly number[] | undefined
  /** By name, as written in the address. */
  filters: Record<string, string>
}

const flagText = z.enum(['true', 'false']).transform(text => text === 'true')

/** What may stand behind the question mark wherever rows are asked for; everything else is refused. */
export const questionFields = (module: Module) => ({
  q: z.string().max(200).optional(),
  archived: flagText.optional(),
  ...Object.fromEntries(
    ['id', ...filtersOf(module).map(({ name }) => name)].map(name => [
      `filter[${name}]`,
      z.string().max(2_000).optional(),
    ]),
  ),
})

export const pageFields = (module: Module) => ({
  ...questionFields(module),
  after: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  sort: z.string().max(200).optional(),
  total: flagText.optional(),
})

export const questionSchema = (module: Module) => z.strictObject(pageFields(module))

export const questionOf = (query: Values): Question => ({
  ...(query as Omit<Question, 'filters'>),
  filters: Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => {
      const name = /^filter\[([\w.]+)\]$/.exec(key)?.[1]
      return name && value !== undefined ? [[name, value as string]] : []
    }),
  ),
})

/** Where the business is: its days begin and end there. */
export async function houseOf(pool: Pick<pg.Pool, 'query'>): Promise<House> {
  const { rows } = await pool.query<{ zone: string }>('select time_zone as zone from general_setting limit 1')
  return { now: new Date(), timeZone: rows[0]?.zone ?? 'UTC' }
}

const noHouse: House = { now: new Date(0), timeZone: 'UTC' }

/** Does the answer depend on what day it is, and where? */
const asksForDays = (module: Module, filters: Question['filters']) =>
  Object.keys(filters).some(name => ['date', 'dateTime'].includes(filterNamed(module, name)?.kind ?? ''))

type Asked = Pick<Question, 'q' | 'archived' | 'ids' | 'filters'>
/** By the field: between which ends its values lie, where a filter says so. An order by that field need not go beyond. */
export type Bounds = ReadonlyMap<string, (place: Place) => string>

/** The rows that are asked for and within this person's reach, as SQL; null where nothing can be seen at all. */
export const whereOf = async (
  pool: Pick<pg.Pool, 'query'>,
  module: Module,
  actor: Actor,
  question: Asked,
  place: Place,
): Promise<string | null> => (await conditionsOf(pool, module, actor, question, place))?.where ?? null

/** The same, and the bounds that are among its conditions. */
export async function conditionsOf(
  pool: Pick<pg.Pool, 'query'>,
  module: Module,
  actor: Actor,
  question: Asked,
  place: Place,
): Promise<{ where: string; bounds: Bounds } | null> {
  // Who opens records one by one must not find all of them here, whatever else they may do.
  const scope = mayList(module, actor) ? scopeFilter(module, actor) : 'none'
  if (scope === 'none') return null
  const all = [question.archived ? 'archived_at is not null' : 'archived_at is null']
  if (module.list) all.push(`list = ${place(module.name)}`)
  if (question.ids) all.push(`id = any(${place(question.ids)}::int8[])`)
  if (scope) all.push(isTheirs(scope, place(scope.value)))
  const stages = stagesSeen(module, actor)
  if (stages) all.push(`stage = any(${place(stages)}::text[])`)
  const house = asksForDays(module, question.filters) ? await houseOf(pool) : noHouse
  const refused: Record<string, string> = {}
  const bounds = new Map<string, (place: Place) => string>()
  for (const [name, text] of Object.entries(question.filters)) {
    const filter = filterNamed(module, name)
    const parts = filter && reveals(module, filter.field, actor) ? parseFilter(module, name, text, house) : null
    if (filter && parts) {
      all.push(conditionOf(module, filter, parts, place))
      if (filter.column === null && parts.length === 1 && parts[0]!.is === 'range')
        bounds.set(filter.field, place => conditionOf(module, filter, parts, place))
    } else refused[`filter[${name}]`] = 'This list cannot be narrowed like that.'
  }
  if (Object.keys(refused).length > 0) throw invalid(refused)
  return { where: [...all, ...searching(module, actor, question.q, place)].join(' and '), bounds }
}

/** Every word that is searched for stands somewhere in what this person may see of the row. */
export function searching(module: Module, actor: Actor, q: string | undefined, place: Place): string[] {
  const asked = asks(q ?? '')
  if (asked.length === 0) return []
  const hidden = hiddenFields(module, actor)
  const isGuarded = (field: string) => metaOf(allFields(module)[field]!).reveal !== undefined
  // Guarded fields are in no common text, so that nothing of them shines through to whoever may not see them.
  const isShut = module.search.some(field => hidden.includes(field) && !isGuarded(field))
  const open = isShut ? null : searchedText(module)
  const alone = module.search.filter(
    field => isText(metaOf(allFields(module)[field]!).kind) && !hidden.includes(field) && (isShut || isGuarded(field)),
  )
  const words = (words: string[]) =>
    words.map(word => {
      const places = [
        ...(open ? [wordIn(open, word, place, true)] : []),
        ...alone.map(field => wordIn(searchKey(columnOf(field)), word, place, false)),
      ]
      return places.length === 1 ? places[0]! : places.length === 0 ? 'false' : `(${places.join(' or ')})`
    })
  const ways = asked.map(one => words(one).join(' and '))
  return [ways.length === 1 ? ways[0]! : `(${ways.map(way => `(${way})`).join(' or ')})`]
}
