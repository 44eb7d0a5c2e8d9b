import type { Pool, PoolClient } from 'pg'
import { v7 as uuid } from 'uuid'
import type { SessionRow } from '#contract/calls/access.ts'
import type { MeAnswer } from '#contract/calls/session.ts'
import { deviceWords } from './device-words.ts'
import { hashOf, newSecret, renewedToken } from './secrets.ts'
import type { Run } from './transaction.ts'

/** For everybody who is not kept: half an hour without work, twelve hours in any case. */
const SHORT_IDLE = `interval '30 minutes'`
const SHORT_LIFE = `interval '12 hours'`
/** How long a password that was just typed opens what is risky. */
const CONFIRMED = `interval '5 minutes'`
/** How many places one may be signed in at. */
const MOST_SESSIONS = 10

/** From `user_session s`: the general setting's limits hold for a session from the next request on. */
export const limitsOfSession = `cross join lateral (
  select
    case when s.keep then coalesce((select idle_days from general_setting), 7) * interval '1 day' else ${SHORT_IDLE} end as idle,
    case when s.keep then coalesce((select absolute_days from general_setting), 14) * interval '1 day' else ${SHORT_LIFE} end as life
) as limits`
export const isLive = `s.ended_at is null and s.seen_at + limits.idle > now() and s.created_at + limits.life > now()`
/** Milliseconds that it still does. A clock that was put back since then says that it was typed in the future: it counts no more. */
export const confirmedFor = `case when s.confirmed_at <= now() + interval '5 seconds'
  then coalesce(extract(epoch from least(s.confirmed_at + ${CONFIRMED} - now(), ${CONFIRMED})) * 1000, 0) else 0 end::float8`

/** From `user_session s`: does the hash open it? A token that was renewed does until the new one has been used for a minute. */
export const isOpenedBy = (hash: string) => `(s.token_hash = ${hash} or (s.previous_hash = ${hash}
  and (s.previous_until is null or s.previous_until > now())))`
/**
 * What ends the token from before, where the new one has just been used, of which `$1` are the hashes. Requests under way have
 * a minute. A session that was renewed once more meanwhile has another hash: nobody has used that one's token.
 */
export const endPrevious = `update user_session set previous_until = now() + interval '1 minute' where id in (
  select id from user_session where token_hash = any($1::bytea[]) and previous_until is null for update skip locked)`

export type Origin = { userAgent: string | null; address: string; device?: string | undefined; keep?: boolean }
export type NewSession = {
  id: string
  token: string
  revocation: string
  /** Has nobody signed in as this person on this device before? */
  newDevice: boolean
}

/** Opens a session. Both secrets leave with the answer; the database keeps their hashes. Beyond ten the one unused longest ends. */
export async function openSession(client: PoolClient, userId: number, origin: Origin): Promise<NewSession> {
  // Two sign-ins at the same moment take turns, or both would be the tenth.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('sessions of ' || $1, 0))`, [userId])
  const session = { id: uuid(), token: newSecret(), revocation: newSecret() }
  await client.query(
    `insert into user_session (id, user_id, token_hash, revocation_hash, user_agent, address, device_id, keep)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      session.id,
      userId,
      hashOf(session.token),
      hashOf(session.revocation),
      origin.userAgent,
      origin.address,
      origin.device ?? null,
      origin.keep ?? true,
    ],
  )
  await client.query(
    `update user_session set ended_at = now(), ended_because = 'too-many' where id in (
       select s.id from user_session s ${limitsOfSession} where s.user_id = $1 and ${isLive} and s.id <> $2
       order by s.seen_at desc, s.id desc offset $3)`,
    [userId, session.id, MOST_SESSIONS - 1],
  )
  // Whoever signs in anew on a device has no use for the token from before; whoever copied that has none either.
  if (origin.device)
    await client.query(
      `update user_session set ended_at = now(), ended_because = 'replaced'
       where user_id = $1 and device_id = $2 and id <> $3 and ended_at is null`,
      [userId, origin.device, session.id],
    )
  return { ...session, newDevice: await noteDevice(client, userId, origin.device) }
}

async function noteDevice(client: PoolClient, userId: number, device: string | undefined): Promise<boolean> {
  if (device === undefined) return true
  const { rows } = await client.query<{ fresh: boolean }>(
    `insert into user_device (user_id, device_id) values ($1, $2)
     on conflict (user_id, device_id) do update set seen_at = now() returning first_at = seen_at as fresh`,
    [userId, device],
  )
  return rows[0]!.fresh
}

/** Somebody else may have been the one whom a device knew: with another password all but the one in hand are new again. */
export const forgetDevices = (run: Run, userId: number, butOf: string | null) =>
  run(
    `delete from user_device where user_id = $1
       and device_id is distinct from (select device_id from user_session where id = $2)`,
    [userId, butOf],
  )

export async function isKnownDevice(db: Pool, userId: number | null, device: string | undefined): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from user_device where user_id = $1 and device_id = $2', [
    userId,
    device ?? null,
  ])
  return rowCount === 1
}

/** How long a session lasts: minutes without work, and when it ends in any case. */
export async function sessionLasts(db: Pool | PoolClient, id: string): Promise<MeAnswer['lasts']> {
  const { rows } = await db.query<MeAnswer['lasts']>(
    `select (extract(epoch from limits.idle) / 60)::int4 as "idleMinutes",
       (s.created_at + limits.life)::timestamptz(3) as until,
       coalesce((select absolute_days from general_setting), 14) as days
     from user_session s ${limitsOfSession} where s.id = $1`,
    [id],
  )
  return rows[0]!
}

/** Ends the session that a token or a revocation secret belongs to; answers whose it was, null if it had ended. */
export async function endSession(
  pool: Pool,
  by: { token: string } | { revocation: string },
): Promise<{ id: string; userId: number } | null> {
  const [opened, secret] = 'token' in by ? [isOpenedBy('$1'), by.token] : ['s.revocation_hash = $1', by.revocation]
  const { rows } = await pool.query<{ id: string; user_id: number }>(
    `update user_session s set ended_at = now(), ended_because = 'signed-out'
     where ${opened} and ended_at is null returning id, user_id`,
    [hashOf(secret)],
  )
  return rows[0] ? { id: rows[0].id, userId: rows[0].user_id } : null
}

/** Ends one session of a person, or all of them but one; answers how many were still alive. */
export async function endSessionsOf(
  run: Run,
  userId: number,
  which: { id?: string | undefined; but?: string },
  because: EndReason,
): Promise<number> {
  // One that idled out is ended as well: with longer limits it would come to life again.
  const rows = await run<{ alive: number }>(
    `with those as materialized (
       select s.id, ${isLive} as alive from user_session s ${limitsOfSession}
       where s.user_id = $1 and s.ended_at is null and ($2::uuid is null or s.id = $2) and s.id is distinct from $3::uuid
     ), ended as (
       update user_session set ended_at = now(), ended_because = $4
       where ended_at is null and id in (select id from those) returning id
     )
     select count(*)::int4 as alive from those join ended using (id) where those.alive`,
    [userId, which.id ?? null, which.but ?? null, because],
  )
  return rows[0]!.alive
}

export type EndReason = 'ended' | 'ended-by-administrator' | 'password-changed' | 'password-reset'

type Clients = Record<string, { address: string; at: string; since: string }>
type LiveRow = Omit<SessionRow, 'device' | 'current' | 'other' | 'lost'> & {
  userAgent: string | null
  clients: Clients
  lost: number | null
  lostAt: string | null
}

/** Where a person is signed in, the latest used first. */
export async function liveSessions(pool: Pool, userId: number, current: string): Promise<SessionRow[]> {
  const { rows } = await pool.query<LiveRow>(
    `select s.id, s.user_agent as "userAgent", s.address, s.keep, s.clients, s.created_at as "createdAt", s.seen_at as "seenAt",
       device.lost, device.lost_at as "lostAt",
       least(s.seen_at + limits.idle, s.created_at + limits.life)::timestamptz(3) as "endsAt"
     from user_session s ${limitsOfSession}
     left join sync_device device on device.device_id = s.device_id and device.user_id = s.user_id and device.lost > 0
     where s.user_id = $1 and ${isLive} order by s.seen_at desc, s.id desc`,
    [userId],
  )
  return rows.flatMap(({ userAgent, clients, lost, lostAt, ...row }) => [
    {
      ...row,
      ...(lost && lostAt ? { lost: { count: lost, at: lostAt } } : {}),
      device: deviceWords(userAgent),
      current: row.id === current,
      other: false,
    },
    ...Object.entries(clients).map(([device, { address, at, since }]) => ({
      ...row,
      device,
      address,
      createdAt: since,
      seenAt: at,
      current: false,
      other: true,
    })),
  ])
}

/** So many other programs are noted of one session. */
const MOST_CLIENTS = 10

/** Notes that another program than the one that opened a session came with its token. */
export async function noteClient(db: Pool, sessionId: string, client: string, address: string): Promise<void> {
  const now = `to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  await db.query(
    `update user_session set clients = clients || jsonb_build_object($2::text, jsonb_build_object(
       'address', $3::text, 'at', ${now}, 'since', coalesce(clients -> $2 ->> 'since', ${now})))
     where id = $1 and (clients ? $2 or (select count(*) from jsonb_object_keys(clients)) < ${MOST_CLIENTS})`,
    [sessionId, client, address],
  )
}

/** Notes that its person has just typed their password; answers until when that counts. */
export async function confirmSession(db: PoolClient, sessionId: string): Promise<string> {
  const { rows } = await db.query<{ until: string }>(
    `update user_session set confirmed_at = now() where id = $1 returning (confirmed_at + ${CONFIRMED})::timestamptz(3) as until`,
    [sessionId],
  )
  return rows[0]!.until
}

/**
 * Gives a session another token in the place of the one that its person came with; answers it. Undefined where somebody else
 * did so a moment ago and their answer may be under way, or where that other one is in use.
 */
export async function renewToken(db: PoolClient, sessionId: string, token: string): Promise<string | undefined> {
  const renewed = renewedToken(token)
  const { rowCount } = await db.query(
    `update user_session set token_hash = $3, previous_hash = $2, previous_until = null, renewed_at = now()
     where id = $1 and ended_at is null and (token_hash = $2 or (
       previous_hash = $2 and previous_until is null and renewed_at not between now() - interval '1 minute' and now()))`,
    [sessionId, hashOf(token), hashOf(renewed)],
  )
  return rowCount === 1 ? renewed : undefined
}
