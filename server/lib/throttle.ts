import type { Pool } from 'pg'

export type Throttle = {
  /** So many failures cost nothing. */
  free: number
  /** Seconds of the first wait; each further failure doubles it, up to `longest`. */
  first: number
  longest: number
  /** Seconds after which all is forgotten. */
  forget: number
  /** Does every failure put the forgetting off? Otherwise it is counted from the first. */
  sliding: boolean
}

/** Guessing one account's password, from wherever. */
export const perAccount: Throttle = { free: 5, first: 15, longest: 900, forget: 3_600, sliding: true }
/** Guessing from one address, at whatever account. A whole office may share it, all day, so it begins anew every quarter. */
export const perAddress: Throttle = { free: 50, first: 900, longest: 900, forget: 900, sliding: false }

// resets_at is the last (or first) failure plus `forget`; the wait is counted from that failure.
const blockedUntil = `rate_limit.resets_at - make_interval(secs => $2::int)
  + make_interval(secs => case when rate_limit.count < $3::int then 0 else least($5::int, $4::int * 2 ^ (rate_limit.count - $3::int)) end)`

/**
 * Counts one attempt as a failure before it is tried, so that a thousand at once are no way around. Answers how many
 * seconds to wait, and then counts nothing; 0 means go on.
 */
export async function attempt(pool: Pool, key: string, limit: Throttle): Promise<number> {
  const values = [key, limit.forget, limit.free, limit.first, limit.longest]
  const counted = await pool.query(
    `insert into rate_limit (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2::int))
     on conflict (key) do update set
       count = case when rate_limit.resets_at <= now() then 1 else least(rate_limit.count + 1, $3::int + 20) end,
       resets_at = case when rate_limit.resets_at <= now() or $6 then now() + make_interval(secs => $2::int) else rate_limit.resets_at end
     where rate_limit.resets_at <= now() or ${blockedUntil} <= now()`,
    [...values, limit.sliding],
  )
  if (counted.rowCount) return 0
  const { rows } = await pool.query<{ wait: number }>(
    `select extract(epoch from ${blockedUntil} - now())::float8 as wait from rate_limit where key = $1`,
    values,
  )
  return Math.max(1, Math.ceil(rows[0]?.wait ?? 1))
}

/** The attempt was none: it succeeded, or was never judged. */
export const takeBack = (pool: Pool, key: string) =>
  pool.query('update rate_limit set count = greatest(count - 1, 0) where key = $1', [key])

/** The right person has come: earlier failures do not count any more. */
export const forgive = (pool: Pool, key: string) => pool.query('delete from rate_limit where key = $1', [key])
