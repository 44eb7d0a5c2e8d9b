import type { Pool } from 'pg'
import { problem } from '#contract/problem.ts'

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
  /** Does one success wipe the failures out? */
  forgives: boolean
}

/** Guessing one account's password, from wherever. */
export const perAccount: Throttle = { free: 5, first: 15, longest: 900, forget: 3_600, sliding: true, forgives: true }
/** Guessing from one address, at whatever account. A whole office may share it, all day, so it begins anew every quarter. */
export const perAddress: Throttle = { free: 50, first: 900, longest: 900, forget: 900, sliding: false, forgives: false }

// resets_at is the last (or first) failure plus `forget`; the wait is counted from that failure.
const blockedUntil = `rate_limit.resets_at - make_interval(secs => $2::int)
  + make_interval(secs => case when rate_limit.count < $3::int then 0 else least($5::int, $4::int * 2 ^ (rate_limit.count - $3::int)) end)`

export type Counter = { key: string; limit: Throttle }
/** Answers how many seconds to wait, and then counts nothing; 0 means go on. */
type Attempt = { wait: number; count: number }

/** Counts one attempt as a failure before it is tried, so that a thousand at once are no way around. */
async function attempt(pool: Pool, { key, limit }: Counter): Promise<Attempt> {
  const values = [key, limit.forget, limit.free, limit.first, limit.longest]
  const counted = await pool.query<{ count: number }>(
    `insert into rate_limit (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2::int))
     on conflict (key) do update set
       count = case when rate_limit.resets_at <= now() then 1 else least(rate_limit.count + 1, $3::int + 20) end,
       resets_at = case when rate_limit.resets_at <= now() or $6 then now() + make_interval(secs => $2::int) else rate_limit.resets_at end
     where rate_limit.resets_at <= now() or rate_limit.count < $3::int or ${blockedUntil} <= now()
     returning count`,
    [...values, limit.sliding],
  )
  if (counted.rows[0]) return { wait: 0, count: counted.rows[0].count }
  const { rows } = await pool.query<{ wait: number; count: number }>(
    `select extract(epoch from ${blockedUntil} - now())::float8 as wait, count from rate_limit where key = $1`,
    values,
  )
  return { wait: Math.max(1, Math.ceil(rows[0]?.wait ?? 1)), count: rows[0]?.count ?? 0 }
}

/** The attempt was none: it succeeded, or was never judged. */
const takeBack = (pool: Pool, key: string) =>
  pool.query('update rate_limit set count = greatest(count - 1, 0) where key = $1', [key])

/** The right person has come: earlier failures do not count any more. */
export const forgive = (pool: Pool, keys: readonly string[]) =>
  pool.query('delete from rate_limit where key = any($1)', [keys])

/** Counts one more with each counter; refuses, and then counts with none, where one of them says to wait. */
export async function count(pool: Pool, counters: readonly Counter[]): Promise<Attempt[]> {
  const counted: Attempt[] = []
  for (const [index, counter] of counters.entries()) {
    const made = await attempt(pool, counter)
    if (made.wait === 0) {
      counted.push(made)
      continue
    }
    for (const { key } of counters.slice(0, index)) await takeBack(pool, key)
    throw problem('too-many', 'Too many attempts. Please wait before you try again.', { retryAfter: made.wait })
  }
  return counted
}

/**
 * Lets somebody try a secret. Only failures count: a guess that was right, or that nobody judged, is taken back. `onAlarm`
 * hears once when a counter is used up.
 */
export async function guess<T>(
  pool: Pool,
  counters: readonly Counter[],
  judge: () => Promise<T>,
  isRight: (judged: T) => boolean,
  onAlarm: (key: string) => Promise<unknown>,
): Promise<T> {
  const counted = await count(pool, counters)
  let judged: T
  try {
    judged = await judge()
  } catch (error) {
    for (const { key } of counters) await takeBack(pool, key)
    throw error
  }
  for (const [index, { key, limit }] of counters.entries()) {
    if (isRight(judged)) await (limit.forgives ? forgive(pool, [key]) : takeBack(pool, key))
    else if (counted[index]?.count === limit.free) await onAlarm(key)
  }
  return judged
}
