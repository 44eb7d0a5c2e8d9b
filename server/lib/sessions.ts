import type { Pool, PoolClient } from 'pg'
import { v7 as uuid } from 'uuid'
import type { Actor } from '#contract/actor.ts'
import type { Register } from '#contract/module.ts'
import { actorOf, type Grants } from './actor.ts'
import type { Person } from './http.ts'
import { personJson, rolesJson } from './people.ts'
import { hashOf, newSecret } from './secrets.ts'

export const IDLE_DAYS = 7
export const ABSOLUTE_DAYS = 14

export type SessionFound = { sessionId: string; person: Person; actor: Actor }
type FoundRow = { place: number; session_id: string; unseen: boolean; person: string; roles: string }

const find = {
  name: 'sessions-of-tokens',
  text: `
    select asked.place::int4 as place, s.id as session_id, s.seen_at < now() - interval '1 minute' as unseen,
      ${personJson}::text as person, ${rolesJson}::text as roles
    from unnest($1::bytea[]) with ordinality as asked (hash, place)
    join user_session s on s.token_hash = asked.hash
    join app_user u on u.id = s.user_id
    where s.ended_at is null and u.archived_at is null and u.state <> 'off'
      and s.seen_at > now() - interval '${IDLE_DAYS} days' and s.created_at > now() - interval '${ABSOLUTE_DAYS} days'`,
}

/** Milliseconds after which a question without an answer holds up no other. */
const LATE = 50

type Found = ReadonlyMap<string, SessionFound>

/**
 * Whose a token is, and what they may do now; null when it opens nothing (any more). Read anew for every request, so
 * that rights that changed hold from the next one on, in every process. Requests that come while the database is being
 * asked share the next question: one for a busy moment instead of one for each of them.
 */
export function sessionFinder(pool: Pool, register: Register): (token: string) => Promise<SessionFound | null> {
  let next: { tokens: Set<string>; found: Promise<Found> } | null = null
  /** Lets the next question go. */
  let underWay: Promise<void> = Promise.resolve()
  const understood = reader(register)

  const ask = async (): Promise<Found> => {
    await underWay
    // Whoever asks from here on may know of changes that this question will not see.
    const tokens = [...next!.tokens]
    next = null
    const answer = findSessions(pool, understood, tokens)
    underWay = settledOrLate(answer)
    return answer
  }

  return async token => {
    next ??= { tokens: new Set(), found: ask() }
    next.tokens.add(token)
    return (await next.found).get(token) ?? null
  }
}

const settledOrLate = (work: Promise<unknown>) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, LATE)
    const settled = () => {
      clearTimeout(timer)
      resolve()
    }
    work.then(settled, settled)
  })

async function findSessions(pool: Pool, understood: Reader, tokens: string[]): Promise<Found> {
  const { rows } = await pool.query<FoundRow>({ ...find, values: [tokens.map(hashOf)] })
  const unseen = rows.filter(row => row.unseen).map(row => row.session_id)
  if (unseen.length > 0) await pool.query(see, [unseen])
  return new Map(rows.map(row => [tokens[row.place - 1]!, understood(row)]))
}

type Reader = (row: FoundRow) => SessionFound

const MOST_REMEMBERED = 1_000

/** Makes an actor of what the database says; where it says the same as the last time, the same actor is meant. */
function reader(register: Register): Reader {
  const last = new Map<string, { row: FoundRow; found: SessionFound }>()
  return row => {
    const known = last.get(row.session_id)
    if (known?.row.person === row.person && known.row.roles === row.roles) return known.found
    const person = JSON.parse(row.person) as Person
    const actor = actorOf(person, JSON.parse(row.roles) as Grants[], register)
    const found = { sessionId: row.session_id, person, actor }
    if (last.size >= MOST_REMEMBERED) last.clear()
    last.set(row.session_id, { row, found })
    return found
  }
}

/** Whoever holds a row of these is noting the same. */
const see = `update user_session set seen_at = now()
  where id in (select id from user_session where id = any($1) for update skip locked)`

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
