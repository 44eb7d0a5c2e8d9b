import type { Pool, PoolClient } from 'pg'

/** Runs a statement in whatever transaction the caller is in. */
export type Run = <R extends Record<string, unknown>>(sql: string, values: readonly unknown[]) => Promise<R[]>

export const runOn =
  (db: Pool | PoolClient): Run =>
  async <R extends Record<string, unknown>>(sql: string, values: readonly unknown[]) =>
    (await db.query<R>(sql, [...values])).rows

/** Runs the work in one transaction. A connection that could not even roll back is not lent again. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed))
    throw error
  } finally {
    client.release(broken)
  }
}
