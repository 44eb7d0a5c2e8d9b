import type { Pool } from 'pg'
import type { Actor } from '#contract/actor.ts'
import { actorOf, type Grants } from '#contract/grants.ts'
import type { Register } from '#contract/module.ts'
import type { Person } from './http.ts'
import { personJson, rolesJson } from './people.ts'
import { hashOf } from './secrets.ts'
import { confirmedFor, endPrevious, isLive, isOpenedBy, limitsOfSession } from './sessions.ts'

export type SessionFound = {
  sessionId: string
  person: Person
  actor: Actor
  confirmedUntil: number
  /** What the program called itself that it was opened by. */
  userAgent: string | null
}
type FoundRow = {
  place: number
  session_id: string
  user_agent: string | null
  unseen: boolean
  /** Is it the first time that its token is used since it was renewed? */
  renewed: boolean
  confirmed_for: number
  person: string
  roles: string
}

const find = {
  name: 'sessions-of-tokens',
  text: `
    select asked.place::int4 as place, s.id as session_id, s.user_agent, s.seen_at < now() - interval '1 minute' as unseen,
      s.token_hash = asked.hash and s.previous_hash is not null and s.previous_until is null as renewed,
      ${confirmedFor} as confirmed_for, ${personJson}::text as person, ${rolesJson}::text as roles
    from unnest($1::bytea[]) with ordinality as asked (hash, place)
    join user_session s on ${isOpenedBy('asked.hash')}
    join app_user u on u.id = s.user_id
    ${limitsOfSession}
    where ${isLive} and u.archived_at is null and u.stage in ('pending', 'active')`,
}

/** Milliseconds after which a question without an answer holds up no other. */
const LATE = 50

type Found = ReadonlyMap<string, SessionFound>

/**
 * Whose a token is, and what they may do now; null when it opens nothing (any more). Read anew for every request, so
 * that rights that changed hold from the next one on, in every process. Requests that come while the database is being
 * asked share the next question: one for a busy moment instead of one for each of them. A request that is nobody's doing
 * (`isWork` false) does not keep the session from idling out.
 */
export function sessionFinder(
  pool: Pool,
  register: Register,
): (token: string, isWork: boolean) => Promise<SessionFound | null> {
  let next: { tokens: Map<string, boolean>; found: Promise<Found> } | null = null
  /** Lets the next question go. */
  let underWay: Promise<void> = Promise.resolve()
  const understood = reader(register)

  const ask = async (): Promise<Found> => {
    await underWay
    // Whoever asks from here on may know of changes that this question will not see.
    const { tokens } = next!
    next = null
    const answer = findSessions(pool, understood, tokens)
    underWay = settledOrLate(answer)
    return answer
  }

  return async (token, isWork) => {
    next ??= { tokens: new Map(), found: ask() }
    next.tokens.set(token, isWork || next.tokens.get(token) === true)
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

async function findSessions(pool: Pool, understood: Reader, asked: ReadonlyMap<string, boolean>): Promise<Found> {
  const tokens = [...asked.keys()]
  const { rows } = await pool.query<FoundRow>({ ...find, values: [tokens.map(hashOf)] })
  const tokenOf = (row: FoundRow) => tokens[row.place - 1]!
  const unseen = rows.filter(row => row.unseen && asked.get(tokenOf(row))).map(row => row.session_id)
  if (unseen.length > 0) await pool.query(see, [unseen])
  const renewed = rows.filter(row => row.renewed).map(row => hashOf(tokenOf(row)))
  if (renewed.length > 0) await pool.query(endPrevious, [renewed])
  return new Map(rows.map(row => [tokenOf(row), understood(row)]))
}

type Reader = (row: FoundRow) => SessionFound

const MOST_REMEMBERED = 1_000

/** Makes an actor of what the database says; where it says the same as the last time, the same actor is meant. */
function reader(register: Register): Reader {
  type Known = { row: FoundRow; person: Person; actor: Actor }
  const last = new Map<string, Known>()
  const understood = (row: FoundRow): Known => {
    const known = last.get(row.session_id)
    if (known?.row.person === row.person && known.row.roles === row.roles) return known
    const person = JSON.parse(row.person) as Person
    const actor = actorOf(person, JSON.parse(row.roles) as Grants[], register)
    if (last.size >= MOST_REMEMBERED) last.clear()
    const fresh = { row, person, actor }
    last.set(row.session_id, fresh)
    return fresh
  }
  return row => {
    const { person, actor } = understood(row)
    return {
      sessionId: row.session_id,
      person,
      actor,
      confirmedUntil: Date.now() + row.confirmed_for,
      userAgent: row.user_agent,
    }
  }
}

/** Whoever holds a row of these is noting the same. */
const see = `update user_session set seen_at = now()
  where id in (select id from user_session where id = any($1) for update skip locked)`

const reasons: Record<string, string> = {
  replaced: 'You have signed in anew on this device. Please sign in again.',
  renewed: 'The password was typed again on this device, which renews what opens the session. Please sign in again.',
  'signed-out': 'You have signed out. Please sign in again.',
  ended: 'This session was ended from another of your devices. Please sign in again.',
  'ended-by-administrator': 'An administrator has ended this session. Please sign in again.',
  'password-changed': 'Your password was changed, which ends every other session. Please sign in with the new one.',
  'password-reset': 'Your password was chosen anew, which ends every session. Please sign in with the new one.',
  'too-many': 'You have signed in on many other devices, so this one was signed out. Please sign in again.',
  'switched-off': 'Your account has been switched off. Ask an administrator.',
  archived: 'Your account has been closed. Ask an administrator.',
  restored: 'The data were restored from a backup, which ends every session. Please sign in again.',
}

/** Why a token opens nothing any more, in words for the person who held it. */
export async function whyEnded(pool: Pool, token: string): Promise<string> {
  const { rows } = await pool.query<{ because: string | null; old: boolean }>(
    `select case when ended_at is null and s.previous_hash = $1 then 'renewed' else s.ended_because end as because,
       s.created_at + limits.life <= now() as old
     from user_session s ${limitsOfSession} where s.token_hash = $1 or s.previous_hash = $1`,
    [hashOf(token)],
  )
  const [row] = rows
  if (!row) return 'Please sign in'
  if (row.because) return reasons[row.because] ?? 'This session was ended. Please sign in again.'
  return row.old
    ? 'You have been signed in for as long as a session lasts. Please sign in again.'
    : 'You were not active for a while. Please sign in again.'
}
