import type pg from 'pg'

type Client = pg.PoolClient
type Query = (...args: unknown[]) => Promise<unknown>

/**
 * Breaks the connection's answer behind the statement of that number, counted over the transactions that begin meanwhile: the database
 * has done it and the server hears that something went wrong. Answers what the work came to, and whether it got that far.
 */
export async function faultBehind<R>(
  pool: pg.Pool,
  at: number,
  work: () => Promise<R>,
): Promise<{ result: R; isBroken: boolean }> {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<Client>
  let count = 0
  let isBroken = false
  const broken = (client: Client): Client => {
    const query = client.query.bind(client) as unknown as Query
    const release = client.release.bind(client)
    const told: Query = async (...args) => {
      const answer = await query(...args)
      count += 1
      if (count !== at) return answer
      isBroken = true
      throw new Error('The connection broke.')
    }
    return Object.assign(client, {
      query: told,
      release(error?: Error | boolean) {
        Object.assign(client, { query, release })
        release(error)
      },
    })
  }
  // Single questions take a connection by a callback: they are left alone.
  Object.assign(pool, {
    connect: async (...args: unknown[]) => (args.length > 0 ? connect(...args) : broken(await connect())),
  })
  try {
    return { result: await work(), isBroken }
  } finally {
    Object.assign(pool, { connect })
  }
}
