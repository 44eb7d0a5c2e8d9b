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

export type ServerIds = {
  next(): Promise<number>
  /**
   * Sees to it that a whole block is in hand. Asked before a transaction takes its connection: one that waited inside
   * for a second connection could wait for itself.
   */
  stock(): Promise<void>
}

/** The server's own ids, from blocks that it leases ahead. */
export function serverIds(database: Queryable): ServerIds {
  const blocks: { next: number; last: number }[] = []
  let leasing: Promise<void> | null = null
  const lease = () =>
    (leasing ??= leaseBlock(database, null, null)
      .then(({ first, last }) => void blocks.push({ next: first, last }))
      .finally(() => (leasing = null)))
  const left = () => blocks.reduce((sum, { next, last }) => sum + last - next + 1, 0)
  return {
    async stock() {
      while (left() < LEASE_SIZE) await lease()
    },
    async next() {
      while (left() === 0) await lease()
      const [block] = blocks
      const id = block!.next++
      if (block!.next > block!.last) blocks.shift()
      return id
    },
  }
}
