import type { Pool } from 'pg'

const WINDOW = 60_000
const SHARE_EVERY = 1_000

type Count = { total: number; unshared: number; resetsAt: number }
export type RequestCounts = {
  /** Counts one more and answers how many there are in this minute. */
  hit(key: string): { total: number; secondsLeft: number }
  /** Adds what was counted here to what everybody counted, and learns the sum. */
  share(): Promise<void>
}

/**
 * How often somebody asked in this minute. A write per request would cost more than most requests do, so we count in
 * memory and share the counts with the database every second: other processes know them, and a restart does not clear them.
 */
export function requestCounts(pool: Pool): RequestCounts {
  const counts = new Map<string, Count>()

  const hit = (key: string) => {
    const now = Date.now()
    const resetsAt = (Math.floor(now / WINDOW) + 1) * WINDOW
    let count = counts.get(key)
    if (!count || count.resetsAt <= now) counts.set(key, (count = { total: 0, unshared: 0, resetsAt }))
    count.total += 1
    count.unshared += 1
    return { total: count.total, secondsLeft: Math.ceil((count.resetsAt - now) / 1_000) }
  }

  const share = async () => {
    const now = Date.now()
    const fresh: [string, Count, unshared: number][] = []
    for (const [key, count] of counts) {
      if (count.resetsAt <= now) counts.delete(key)
      else if (count.unshared > 0) fresh.push([key, count, count.unshared])
    }
    if (fresh.length === 0) return
    // Sorted, so that two processes lock the rows in the same order.
    fresh.sort(([a], [b]) => (a < b ? -1 : 1))
    const { rows } = await pool.query<{ key: string; count: number }>(
      `insert into rate_limit as known (key, count, resets_at)
       select key, count, to_timestamp(resets_at / 1000.0) from unnest($1::text[], $2::int[], $3::float8[]) as new (key, count, resets_at)
       on conflict (key) do update set
         count = case when known.resets_at < excluded.resets_at then excluded.count else known.count + excluded.count end,
         resets_at = excluded.resets_at
       returning key, count`,
      [fresh.map(([key]) => key), fresh.map(([, , unshared]) => unshared), fresh.map(([, count]) => count.resetsAt)],
    )
    const sums = new Map(rows.map(row => [row.key, row.count]))
    for (const [key, count, unshared] of fresh) {
      count.unshared -= unshared
      count.total = (sums.get(key) ?? 0) + count.unshared
    }
  }

  return { hit, share }
}

/** Shares the counts every second until it is told to stop, and once more then. */
export function keepSharing(counts: RequestCounts, pool: Pool, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let rounds = 0
  const round = async () => {
    rounds += 1
    await counts.share()
    if (rounds % 60 === 0) await pool.query(`delete from rate_limit where resets_at < now() - interval '1 hour'`)
  }
  const tick = () => {
    running = running.then(round).catch(onError)
  }
  const timer = setInterval(tick, SHARE_EVERY).unref()
  return async () => {
    clearInterval(timer)
    await running
    await counts.share().catch(onError)
  }
}
