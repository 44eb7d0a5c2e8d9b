import type { Pool } from 'pg'
import type { Actor } from '#contract/actor.ts'
import { metaOf } from '#contract/fields.ts'
import { allFields, snake, type Register } from '#contract/module.ts'
import { can, scopeFilter } from '#contract/rules.ts'
import { reveals } from '#contract/seen.ts'
import { layoutOf } from '#server/crud/columns.ts'
import { isTheirs } from '#server/crud/list-sql.ts'
import { notThere } from './reach.ts'

/** Tags are looked for among the newest records: what nobody uses any more is not offered. */
const NEWEST = 5_000
const MOST = 20

/** The tags of a field that are in use on records within this person's reach, the most used first. */
export async function tagsInUse(
  pool: Pool,
  register: Register,
  actor: Actor,
  { module: name, field, q = '' }: { module: string; field: string; q?: string | undefined },
): Promise<string[]> {
  const module = Object.hasOwn(register, name) ? register[name]! : null
  const declared = module && Object.hasOwn(allFields(module), field) && allFields(module)[field]
  if (!module || !declared || metaOf(declared).kind !== 'tags') throw notThere()
  if (!can(actor, module, 'list') || !reveals(module, field, actor)) throw notThere()
  const scope = scopeFilter(module, actor)
  if (scope === 'none') return []
  const { rows } = await pool.query<{ tag: string }>(
    `select tag from (
       select "${snake(field)}" as tags from ${layoutOf(module).table}
       where ${scope ? isTheirs(scope, '$1') : '$1::int8 is null'} and archived_at is null
       order by id desc limit ${NEWEST}
     ) as newest, unnest(tags) as tag
     where strpos(tag, $2) > 0 group by tag order by count(*) desc, tag limit ${MOST}`,
    [scope ? scope.value : null, q.trim().toLowerCase()],
  )
  return rows.map(({ tag }) => tag)
}
