import type pg from 'pg'
import type { Actor } from '#contract/actor.ts'
import type { MergePreview } from '#contract/calls/work.ts'
import { tableOf, type Module, type Register } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { can, inScope, scopeFilter } from '#contract/rules.ts'
import { reveals } from '#contract/seen.ts'
import { countAttached } from '#server/attached/merge.ts'
import { holding } from '#server/crud/columns.ts'
import { invalid } from '#server/crud/invalid.ts'
import { placesOf, type Place } from '#server/crud/uses.ts'
import { runOn } from '#server/lib/transaction.ts'
import type { Tx } from '#server/crud/store.ts'
import { isTheirs } from '#server/crud/list-sql.ts'
import { gainsOf } from './merge-records.ts'

/** What merging one record into another would do, as far as this person may see. */
export async function mergePreviewOf(
  pool: pg.Pool,
  tx: Pick<Tx, 'find'>,
  register: Register,
  module: Module,
  actor: Actor,
  { id, into }: { id: number; into: number },
): Promise<MergePreview> {
  const rows = await tx.find(module, [id, into])
  const seen = (wanted: number) => rows.find(row => row.id === wanted && inScope(module, row, actor))
  const [merged, kept] = [seen(id), seen(into)]
  if (!merged) throw problem('not-found', 'This record does not exist.')
  if (!kept || kept.archivedAt || id === into) throw invalid({ into: 'Choose another record.' })

  const refers: MergePreview['refers'] = []
  let elsewhere = 0
  const places = placesOf(register, module).filter(({ pointer }) => pointer.path !== 'mergedInto')
  for (const of of new Set(places.map(place => place.module))) {
    const own = places.filter(place => place.module === of)
    const { all, mine } = await countOf(pool, of, own, actor, id)
    if (mine > 0) refers.push({ module: of.name, count: mine })
    elsewhere += all - mine
  }
  const { values } = await gainsOf(module, kept, merged, async () => 0)
  const fills = Object.fromEntries(Object.entries(values).filter(([field]) => reveals(module, field, actor)))
  return { refers, elsewhere, fills, ...(await countAttached({ also: runOn(pool) }, module.name, id)) }
}

/** How many records of a module refer to it, and how many of those this person may know of. */
async function countOf(pool: pg.Pool, module: Module, places: Place[], actor: Actor, id: number) {
  const values: unknown[] = []
  const held = places.map(({ pointer }) => {
    const { sql, value } = holding(module, pointer.path, id)
    return sql.replace('$1', `$${values.push(value)}`)
  })
  const scope = scopeFilter(module, actor)
  const isOpen = can(actor, module, 'list') && places.every(({ pointer }) => reveals(module, pointer.field, actor))
  const seen = !isOpen || scope === 'none' ? 'false' : scope ? isTheirs(scope, String(scope.value)) : 'true'
  const list = module.list ? ` and list = '${module.name}'` : ''
  const { rows } = await pool.query<{ all: number; mine: number }>(
    `select count(*) as all, count(*) filter (where ${seen}) as mine
     from ${tableOf(module)} where (${held.join(' or ')})${list}`,
    values,
  )
  return rows[0]!
}
