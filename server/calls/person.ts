import type { Pool } from 'pg'
import type { Actor } from '#contract/actor.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import { problem } from '#contract/problem.ts'
import { inScope } from '#contract/rules.ts'
import { layoutOf, rowFrom } from '#server/crud/columns.ts'

/** The person, if they are among those whom the actor may see. */
export async function personInScope(pool: Pool, actor: Actor, id: number): Promise<User> {
  const { table, select } = layoutOf(user)
  const { rows } = await pool.query<Record<string, unknown>>(`select ${select} from ${table} where id = $1`, [id])
  const row = rows[0] && rowFrom(user, rows[0])
  if (!row || !inScope(user, row, actor)) throw problem('not-found', 'This record does not exist.')
  return row as User
}
