import type pg from 'pg'
import type { Actor } from '#contract/actor.ts'
import { actorOf, isStronger } from '#contract/grants.ts'
import { snake, type Register, type Row } from '#contract/module.ts'
import { generalSetting, whereMailGoes } from '#contract/modules/access/general-setting.ts'
import { role, type Role } from '#contract/modules/access/role.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import { problem } from '#contract/problem.ts'
import { inScope } from '#contract/rules.ts'
import { layoutOf, rowFrom } from '#server/crud/columns.ts'

/** What somebody may do, be they let in or not: who was switched off is as strong as they would be. */
export const actorFrom = (person: Row | User, roles: readonly (Row | Role)[], register: Register): Actor => {
  const held = (roles as Role[]).filter(({ id, archivedAt }) => !archivedAt && (person as User).roles.includes(id))
  return actorOf(person as User, held, register)
}

export const tooStrong = () =>
  problem('forbidden', 'This person may do more than you do. Somebody who may do as much has to do this.')

/**
 * The person that somebody wants to act upon (sign them out, send them a link), or a refusal: who is out of reach does
 * not exist, and nobody acts on somebody stronger.
 */
export async function requireReach(
  pool: Pick<pg.Pool, 'query'>,
  register: Register,
  actor: Actor,
  id: number,
): Promise<User> {
  const found = await somebody(pool, register, id)
  if (!found || found.person.archivedAt || !inScope(user, found.person, actor))
    throw problem('not-found', 'This record does not exist.')
  if (isStronger(found.rights, actor, register)) throw tooStrong()
  return found.person
}

/**
 * May one person still act upon another? Whoever made a link to choose a password may have kept it, while its person was
 * given more than they hold.
 */
export async function isStillInReach(pool: Pick<pg.Pool, 'query'>, register: Register, by: number, id: number) {
  const [maker, person] = [await somebody(pool, register, by), await somebody(pool, register, id)]
  return maker !== null && person !== null && !isStronger(person.rights, maker.rights, register)
}

/**
 * May a link for this person go through the mail server that is set? Not where they may do more than whoever last said
 * where mail goes, or last gave its password: who reads the mail could use the link. Who was set up at the machine is trusted.
 */
export async function isMailTrusted(pool: Pick<pg.Pool, 'query'>, register: Register, id: number): Promise<boolean> {
  const { rows } = await pool.query<{ actor: number | null }>(
    `(select actor from record_history where entity = $1 and after ?| $2 order by id desc limit 1)
     union all
     (select actor from audit_event where kind = 'mail-password-set'
        and exists (select from server_secret where name = 'mail') order by id desc limit 1)`,
    [generalSetting.name, whereMailGoes.map(snake)],
  )
  for (const { actor } of rows) if (actor !== null && !(await isStillInReach(pool, register, actor, id))) return false
  return true
}

async function somebody(pool: Pick<pg.Pool, 'query'>, register: Register, id: number) {
  const { table, select } = layoutOf(user)
  const found = await pool.query<Record<string, unknown>>(`select ${select} from ${table} where id = $1`, [id])
  if (!found.rows[0]) return null
  const person = rowFrom(user, found.rows[0]) as User
  const of = layoutOf(role)
  const roles = await pool.query<Record<string, unknown>>(
    `select ${of.select} from ${of.table} where id = any($1) and archived_at is null`,
    [person.roles],
  )
  const held = roles.rows.map(raw => rowFrom(role, raw))
  return { person, rights: actorFrom(person, held, register) }
}
