import type { Pool } from 'pg'
import { hashOf, newSecret } from './secrets.ts'
import type { Run } from './transaction.ts'

export type LinkKind = 'reset' | 'invitation'
/** Minutes. */
const life: Record<LinkKind, number> = { reset: 30, invitation: 72 * 60 }

export type NewLink = { token: string; until: string }

/** Makes a link for a person; earlier ones stop working. The database keeps a hash of its secret. */
export async function makeLink(run: Run, userId: number, kind: LinkKind, madeBy: number | null): Promise<NewLink> {
  const token = newSecret()
  // Two that are made at the same moment take turns: only the newest works.
  await run(`select pg_advisory_xact_lock(hashtextextended('links of ' || $1, 0))`, [userId])
  await run(
    `update password_link set ended_at = now(), ended_because = 'newer' where user_id = $1 and ended_at is null`,
    [userId],
  )
  const [row] = await run<{ until: string }>(
    `insert into password_link (token_hash, user_id, kind, made_by, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(mins => $5)) returning expires_at as until`,
    [hashOf(token), userId, kind, madeBy, life[kind]],
  )
  return { token, until: row!.until }
}

export type LinkFound = {
  kind: LinkKind
  userId: number
  /** Null: the person asked for it. */
  madeBy: number | null
  name: string
  username: string
  email: string
  stage: string
}

const opens = `l.token_hash = $1 and l.ended_at is null and l.expires_at > now() and u.archived_at is null
  and (u.stage = 'invited' and l.kind = 'invitation' or u.stage in ('pending', 'active') and l.kind = 'reset')`

/** What a link is good for; null for one that opens nothing (any more). Found by its hash, so its text takes no telling time. */
export async function findLink(pool: Pool, token: string): Promise<LinkFound | null> {
  const { rows } = await pool.query<LinkFound>(
    `select l.kind, u.id as "userId", l.made_by as "madeBy", u.name, u.username, u.email, u.stage
     from password_link l join app_user u on u.id = l.user_id where ${opens}`,
    [hashOf(token)],
  )
  return rows[0] ?? null
}

/** Uses the link up. Of two who use it at the same moment, one does. */
export async function useLink(run: Run, token: string): Promise<boolean> {
  const used = await run(
    `update password_link set ended_at = now(), ended_because = 'used'
     where ended_at is null and token_hash = (
       select l.token_hash from password_link l join app_user u on u.id = l.user_id where ${opens})
     returning user_id`,
    [hashOf(token)],
  )
  return used.length === 1
}

export const endLinks = (run: Run, userId: number) =>
  run(
    `update password_link set ended_at = now(), ended_because = 'password-changed' where user_id = $1 and ended_at is null`,
    [userId],
  )

/**
 * Where the page is on which a password is chosen. The secret stands behind the #, which browsers send to nobody.
 * It names the configured address only: what a request calls the host may be a place of whoever sent it. Without one it
 * is a path, which the browser of who is shown it completes.
 */
export const linkAddress = (publicUrl: string | undefined, token: string) =>
  `${publicUrl ?? ''}/reset-password#token=${token}`
