import type pg from 'pg'
import { LEASE_SIZE } from '#contract/calls/sync.ts'

type Queryable = Pick<pg.Pool, 'query'>

/** A block of record ids that nobody else will ever get: for a device, or for a server process (null). */
export async function leaseBlock(
  database: Queryable,
  device: string | null,
  user: number | null,
): Promise<{ first: number; last: number }> {
  const { rows } = await database.query<{ first: number; last: number }>(
    `insert into sync_lease (first, last, device_id, user_id)
     select (n - 1) * $1 + 1, n * $1, $2, $3 from nextval('sync_lease_block') as n
     returning first, last`,
    [LEASE_SIZE, device, user],
  )
  return rows[0]!
}

/** The server's own ids, from blocks that it leases as it needs them. */
export function serverIds(database: Queryable): () => Promise<number> {
  let next = 1
  let last = 0
  let leasing: Promise<void> | null = null
  const lease = async () => {
    ;({ first: next, last } = await leaseBlock(database, null, null))
  }
  return async () => {
    while (next > last) await (leasing ??= lease().finally(() => (leasing = null)))
    return next++
  }
}
