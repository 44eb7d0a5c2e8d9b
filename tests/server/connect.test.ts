import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase
beforeEach(async () => void (database = await freshDatabase()))
afterEach(() => database.close())

it('values come back as they travel in JSON, whatever the time zone of server and process', async () => {
  await database.pool.query(`set timezone to 'Asia/Kolkata'`)
  const { rows } = await database.pool.query(`
    select date '2026-03-29' as day, timestamptz '2026-03-29 01:30:00.5+05:30' as at, timestamptz 'infinity' as never,
      9007199254740991::bigint as id, array[1, null, 3]::bigint[] as ids, array['a,b', null] as words,
      array['2026-03-29'::date] as days, '{"snake_key": [1]}'::jsonb as json, 0.1::float8 as number, null::date as none`)
  expect(rows).toEqual([
    {
      day: '2026-03-29',
      at: '2026-03-28T20:00:00.500Z',
      never: 'infinity',
      id: 9_007_199_254_740_991,
      ids: [1, null, 3],
      words: ['a,b', null],
      days: ['2026-03-29'],
      json: { snake_key: [1] },
      number: 0.1,
      none: null,
    },
  ])
})

it('a number that JavaScript cannot hold is an error and not another number', async () => {
  await expect(database.pool.query('select 9007199254740993::bigint')).rejects.toThrow('does not fit a number')
})

it('a time is stored as precisely as it is shown', async () => {
  await database.pool.query(
    `insert into sync_lease (first, last, leased_at) values (1, 1, '2026-01-01T00:00:00.123567Z')`,
  )
  const shown = await database.kysely.selectFrom('syncLease').select('leasedAt').executeTakeFirstOrThrow()
  const same = await database.kysely
    .selectFrom('syncLease')
    .where('leasedAt', '=', shown.leasedAt)
    .select('first')
    .execute()
  expect(same).toEqual([{ first: 1 }])
})

it('keys inside a JSON column stay as they are', async () => {
  const details = { snake_key: 1, camelKey: { deep_er: 2 } }
  await database.kysely.insertInto('auditEvent').values({ kind: 'test', details }).execute()
  const row = await database.kysely.selectFrom('auditEvent').select('details').executeTakeFirstOrThrow()
  expect(row.details).toEqual(details)
})

it('one lost connection costs one query, not the process', async () => {
  const lost: string[] = []
  const { pool, close } = connect(database.url, { onLost: error => lost.push(error.message) })
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  // The server may say that it hangs up before it does: whoever borrowed the connection gives it back as broken.
  const error: unknown = await client.query('select 1').catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Error)
  client.release(error as Error)
  expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }])
  await close()
})

// Freezing a server process takes the right to signal it.
const mayFreeze = !process.env.DATABASE_URL && process.platform === 'linux'

it.skipIf(!mayFreeze)(
  'a connection whose server went silent is given up, and its late answer reaches nobody (needs a right to stop processes)',
  async () => {
    const { pool, close } = connect(database.url, { max: 1, answerTimeout: 1_500 })
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    const client = await pool.connect()
    process.kill(pid, 'SIGSTOP')
    try {
      await expect(client.query('select 1 as late')).rejects.toThrow('Query read timeout')
      await expect(client.query('select 2 as later')).rejects.toThrow()
      client.release()
      const next = await pool.query<{ n: number; pid: number }>('select 3 as n, pg_backend_pid() as pid')
      expect(next.rows[0]?.n).toBe(3)
      expect(next.rows[0]?.pid).not.toBe(pid)
    } finally {
      process.kill(pid, 'SIGCONT')
      await close()
    }
  },
)
