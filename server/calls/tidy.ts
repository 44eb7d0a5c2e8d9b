import type { Pool } from 'pg'

/** Why a session ended is told for so long. */
const SESSION_DAYS = 90
const LINK_DAYS = 30
const WISH_DAYS = 30
const DEVICE_DAYS = 400

/** Forgets sessions, links, wishes and devices that nobody can use or ask about any more. */
export async function tidyAccounts(pool: Pool, now: Date): Promise<void> {
  const before = (days: number) => [new Date(now.getTime() - days * 86_400_000).toISOString()]
  await pool.query(`delete from user_session where ended_at < $1`, before(SESSION_DAYS))
  // Ninety days are the longest that a session can be made to last.
  await pool.query(`delete from user_session where created_at < $1`, before(2 * SESSION_DAYS))
  await pool.query(`delete from password_link where made_at < $1`, before(LINK_DAYS))
  await pool.query(`delete from link_wish where at < $1`, before(WISH_DAYS))
  await pool.query(`delete from user_device where seen_at < $1`, before(DEVICE_DAYS))
}
