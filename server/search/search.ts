import type { Actor } from '#contract/actor.ts'
import type { AnswerOf } from '#contract/call.ts'
import { SEARCH_FEW, SEARCH_MANY, type searchCall, type SearchRow } from '#contract/calls/search.ts'
import { searchKey } from '#contract/fold.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { can, scopeFilter } from '#contract/rules.ts'
import { hiddenFields } from '#contract/seen.ts'
import { asks, isFindable, searchPlaces, textsAt, type SearchPlace } from '#contract/search-words.ts'
import type { RowPool } from '#server/crud/row-plan.ts'
import { candidates } from './candidates.ts'
import { matchOf, type Match, type Wanted } from './rank.ts'

type Answer = AnswerOf<typeof searchCall>
type Ranked = { module: Module; row: SearchRow; rank: number }

/** Modules are asked a few at a time, so that one search never takes all connections. */
const AT_ONCE = 3

/** Everything this person may list that answers what they typed: a few rows of each module, the best first. */
export async function search(
  pool: RowPool,
  register: Register,
  actor: Actor,
  { q, module: only }: { q: string; module?: string | undefined },
): Promise<Answer> {
  const wanted = wantedBy(q)
  const open = Object.values(register).filter(
    module =>
      (only === undefined || module.name === only) &&
      !module.single &&
      module.search.length > 0 &&
      can(actor, module, 'list') &&
      scopeFilter(module, actor) !== 'none',
  )
  const limit = only === undefined ? SEARCH_FEW : SEARCH_MANY
  // The items of all lists lie in one table and are asked for at once.
  const asked = [...open.filter(({ list }) => !list).map(module => [module]), open.filter(({ list }) => list)]
  const found: Ranked[] = []
  const waiting = asked.filter(modules => modules.length > 0)
  const worker = async () => {
    for (let modules = waiting.shift(); modules; modules = waiting.shift())
      found.push(...(await rankedIn(pool, modules, actor, q, wanted)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { groups: groupsOf(open, found, limit) }
}

function wantedBy(q: string): Wanted {
  const whole = searchKey(q).trim().split(/\s+/).join(' ')
  const id = /^#?([1-9]\d{0,15})$/.exec(whole)?.[1]
  const ways = asks(q).map(words => words.map(searchKey).filter(isFindable))
  return { whole, ways, id: id !== undefined && Number.isSafeInteger(Number(id)) ? Number(id) : null }
}

async function rankedIn(pool: RowPool, modules: Module[], actor: Actor, q: string, wanted: Wanted): Promise<Ranked[]> {
  const [first] = modules
  const places = placesOf(first!, actor)
  const rows = await candidates(pool, modules, actor, q, wanted.id)
  return rows.map(({ list, row }) => {
    const match = matchOf(row, places, wanted)
    const module = list === null ? first! : modules.find(({ name }) => name === list)!
    return { module, row: shown(module, row, places, match), rank: match.rank }
  })
}

/** The places that search looks at and this person may see, the title first. */
function placesOf(module: Module, actor: Actor): SearchPlace[] {
  const hidden = hiddenFields(module, actor)
  const title = { field: module.title, column: null }
  return [title, ...searchPlaces(module).filter(({ field }) => field !== module.title && !hidden.includes(field))]
}

function shown(module: Module, row: Row, places: readonly SearchPlace[], { place, text }: Match): SearchRow {
  const [title = ''] = textsAt(row, places[0]!)
  const isTitle = place === null || place.field === module.title
  const other = places.slice(1).flatMap(one => textsAt(row, one))[0] ?? null
  const matched = place === null ? 'id' : place.column === null ? place.field : `${place.field}.${place.column}`
  return { id: row.id, title, detail: isTitle ? other : text, matched }
}

function groupsOf(modules: readonly Module[], found: readonly Ranked[], limit: number): Answer['groups'] {
  const sorted = found.toSorted(
    (a, b) => a.rank - b.rank || a.row.title.length - b.row.title.length || a.row.id - b.row.id,
  )
  const groups = modules.flatMap(module => {
    const rows = sorted.filter(one => one.module === module)
    return rows.length > 0 ? [{ module: module.name, rank: rows[0]!.rank, rows: rows.map(({ row }) => row) }] : []
  })
  return groups
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ module, rows }) => ({ module, rows: rows.slice(0, limit), more: rows.length > limit }))
}
