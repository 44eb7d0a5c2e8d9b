import type { Pool } from 'pg'
import type { Actor } from '#contract/actor.ts'
import { actorOf, beyond, isBeyond, type Grants } from '#contract/grants.ts'
import type { Register } from '#contract/module.ts'
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

/** The same person, if the actor may also act on them: they hold nothing that the actor does not. */
export async function requireReach(pool: Pool, register: Register, actor: Actor, id: number): Promise<User> {
  const person = await personInScope(pool, actor, id)
  const { rows } = await pool.query<Grants>(
    `select permissions, own_only as "ownOnly", branch_only as "branchOnly", approves from role
     where id = any($1) and archived_at is null`,
    [person.roles],
  )
  if (id !== actor.id && isBeyond(beyond(actor, actorOf(person, rows, register), register)))
    throw problem('forbidden', 'This person may do more than you.')
  return person
}
