import type pg from 'pg'
import { z } from 'zod'
import type { Actor } from '#contract/actor.ts'
import { snake, tableOf, type Module, type Register } from '#contract/module.ts'
import { can, maySee, scopeFilter } from '#contract/rules.ts'
import { reveals } from '#contract/seen.ts'
import { holding } from './columns.ts'
import { isTheirs } from './list-sql.ts'
import { placesOf, type Place } from './uses.ts'

type Pool = Pick<pg.Pool, 'query'>

export const usesAnswer = z.object({
  total: z.int(),
  uses: z.array(z.object({ module: z.string(), field: z.string(), count: z.int() })),
})
export const allUses = z.object({ uses: z.record(z.string(), z.int()) })

/** The places that this person may know of: the items of every list, and the records that they may list. */
const counted = (places: Place[], actor: Actor) =>
  places.filter(
    ({ module, pointer }) =>
      pointer.path !== 'mergedInto' &&
      (module.list !== undefined || (can(actor, module, 'list') && scopeFilter(module, actor) !== 'none')) &&
      reveals(module, pointer.field, actor),
  )

/** What keeps a count to a list's own items, or to the rows that this person sees; numbers and names of ours only. */
const within = (module: Module, actor: Actor): string => {
  if (module.list) return ` and list = '${module.name}'`
  const scope = scopeFilter(module, actor)
  return scope && scope !== 'none' ? ` and ${isTheirs(scope, String(scope.value))}` : ''
}

/** Where an item is used, and how often, as far as this person sees. */
export async function usesOfItem(
  pool: Pool,
  places: Place[],
  actor: Actor,
  id: number,
): Promise<z.infer<typeof usesAnswer>> {
  const uses: z.infer<typeof usesAnswer>['uses'] = []
  for (const { module, pointer } of counted(places, actor)) {
    const { sql, value } = holding(module, pointer.path, id)
    const text = `select count(*) as n from ${tableOf(module)} where ${sql}${within(module, actor)}`
    const { rows } = await pool.query<{ n: number }>(text, [value])
    const count = rows[0]!.n
    if (count > 0) uses.push({ module: module.name, field: pointer.path, count })
  }
  return { total: uses.reduce((sum, { count }) => sum + count, 0), uses }
}

/** How often each item of a list is used; items that are not used are left out. */
export async function usesById(pool: Pool, places: Place[], actor: Actor): Promise<z.infer<typeof allUses>> {
  const uses: Record<string, number> = {}
  for (const place of counted(places, actor)) {
    const { rows } = await pool.query<{ id: number; n: number }>(
      `select held as id, count(*) as n from (${heldBy(place, within(place.module, actor))}) as places where held is not null group by held`,
    )
    for (const { id, n } of rows) uses[id] = (uses[id] ?? 0) + n
  }
  return { uses }
}

/**
 * Which of these records are named in rows that this person sees: those names they read there anyway. Asked where their
 * own reach does not say so already.
 */
export async function namedTo(
  { pool, register, actor }: { pool: Pool; register: Register; actor: Actor },
  of: Module,
  ids: readonly number[],
): Promise<number[]> {
  const seen = placesOf(register, of).filter(
    ({ module, pointer }) =>
      maySee(module, actor) && scopeFilter(module, actor) !== 'none' && reveals(module, pointer.field, actor),
  )
  if (seen.length === 0) return []
  const uses = seen.map(
    place =>
      `exists (select from ${tableOf(place.module)} where ${holdsAsked(place)}${within(place.module, actor)} limit 1)`,
  )
  const { rows } = await pool.query<{ id: number }>(
    `select asked.id from unnest($1::int8[]) as asked (id) where ${uses.join(' or ')}`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Does the place hold `asked.id`? */
function holdsAsked({ module, pointer }: Place): string {
  const column = `"${snake(pointer.field)}"`
  if (module.list?.extra.includes(pointer.field)) return `(extra ->> '${pointer.field}')::int8 = asked.id`
  if (pointer.within === null) return pointer.many ? `${column} @> array[asked.id]` : `${column} = asked.id`
  const held = pointer.many ? 'jsonb_build_array(asked.id)' : 'asked.id'
  return `${column} @> jsonb_build_array(jsonb_build_object('${pointer.inner}', ${held}))`
}

/** Every id that stands in a place, once per record that holds it, as a query of one column `held`. */
function heldBy({ module, pointer }: Place, own: string): string {
  const from = ` from (select * from ${tableOf(module)} where true${own}) as seen`
  const column = `"${snake(pointer.field)}"`
  if (module.list?.extra.includes(pointer.field)) return `select (extra ->> '${pointer.field}')::int8 as held${from}`
  if (pointer.within === 'address') return `select (${column} ->> '${pointer.inner}')::int8 as held${from}`
  if (pointer.within === 'lines') {
    const held = pointer.many
      ? `, jsonb_array_elements_text(coalesce(nullif(line -> '${pointer.inner}', 'null'), '[]')) as item`
      : `, (select line ->> '${pointer.inner}') as of_line (item)`
    return `select held from (select distinct id, item::int8 as held${from},
      jsonb_array_elements(coalesce(${column}, '[]')) as line${held.replace(', (', ', lateral (')}) as each`
  }
  return pointer.many ? `select unnest(${column}) as held${from}` : `select ${column} as held${from}`
}
