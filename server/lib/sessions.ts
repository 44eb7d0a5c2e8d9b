import type { Pool, PoolClient } from 'pg'
import { v7 as uuid } from 'uuid'
import type { Actor } from '#contract/actor.ts'
import type { Register } from '#contract/module.ts'
import { actorOf } from './actor.ts'
import type { Person } from './http.ts'
import { personJson, rolesJson, type PersonRow } from './people.ts'
import { hashOf, newSecret } from './secrets.ts'

export const IDLE_DAYS = 7
export const ABSOLUTE_DAYS = 14

export type SessionFound = { sessionId: string; person: Person; actor: Actor }
type FoundRow = PersonRow & { session_id: string; unseen: boolean }

// One indexed statement per request, prepared once per connection: rights that changed hold from the next request on.
const find = {
  name: 'session-of-token',
  text: `
    select s.id as session_id, s.seen_at < now() - interval '1 minute' as unseen,
      ${personJson} as person, ${rolesJson} as roles
    from user_session s
    join app_user u on u.id = s.user_id
    where s.token_hash = $1 and s.ended_at is null and u.archived_at is null and u.state <> 'off'
      and s.seen_at > now() - interval '${IDLE_DAYS} days' and s.created_at > now() - interval '${ABSOLUTE_DAYS} days'`,
}

/** Whose token this is, and what they may do now; null when it opens nothing (any more). */
export async function findSession(pool: Pool, register: Register, token: string): Promise<SessionFound | null> {
  const { rows } = await pool.query<FoundRow>({ ...find, values: [hashOf(token)] })
  const row = rows[0]
  if (!row) return null
  if (row.unseen) await pool.query('update user_session set seen_at = now() where id = $1', [row.session_id])
  return { sessionId: row.session_id, person: row.person, actor: actorOf(row.person, row.roles, register) }
}

export type Origin = { userAgent: string | null; address: string }
export type NewSession = { id: string; token: string; revocation: string }

/** Opens a session. Both secrets leave with the answer; the database keeps their hashes. */
export async function openSession(client: PoolClient, userId: number, origin: Origin): Promise<NewSession> {
  const session = { id: uuid(), token: newSecret(), revocation: newSecret() }
  await client.query(
    `insert into user_session (id, user_id, token_hash, revocation_hash, user_agent, address)
     values ($1, $2, $3, $4, $5, $6)`,
    [session.id, userId, hashOf(session.token), hashOf(session.revocation), origin.userAgent, origin.address],
  )
  return session
}

/** Ends the session that a token or a revocation secret belongs to; answers whose it was, null if it had ended. */
export async function endSession(
  pool: Pool,
  by: { token: string } | { revocation: string },
): Promise<{ id: string; userId: number } | null> {
  const [column, secret] = 'token' in by ? ['token_hash', by.token] : ['revocation_hash', by.revocation]
  const { rows } = await pool.query<{ id: string; user_id: number }>(
    `update user_session set ended_at = now(), ended_because = 'signed-out'
     where ${column} = $1 and ended_at is null returning id, user_id`,
    [hashOf(secret)],
  )
  return rows[0] ? { id: rows[0].id, userId: rows[0].user_id } : null
}
