// A program of its own that opens a database, so that tests can kill it: `database-host.ts <options as JSON>`.
// Prints one JSON object a line; does what it reads on its input.
import { createInterface } from 'node:readline'
import { openDatabase } from '#server/db/open.ts'
import type { HostOptions } from './host.ts'

const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)
const { uid, ...options } = JSON.parse(process.argv[2] ?? '{}') as HostOptions
if (uid) {
  process.setgroups?.([])
  process.setgid?.(uid)
  process.setuid?.(uid)
}

const log = {
  debug: () => {},
  info: (fields: object, message: string) => say({ log: message, ...fields }),
  warn: (fields: object, message: string) => say({ log: message, ...fields }),
  error: (fields: object, message: string) => say({ log: message, ...fields }),
}

try {
  const database = await openDatabase({ ...options, log })
  database.onState(state => say({ state }))
  await database.pool.query('create table if not exists kept (n bigint generated always as identity, filler text)')
  /** Writes one row after the other, and says which are safe. */
  const write = async (rows: number) => {
    try {
      for (let left = rows; left > 0; left -= 1) {
        const result = await database.pool.query<{ n: number }>(
          `insert into kept (filler) select string_agg(md5(random()::text), '') from generate_series(1, 300) returning n`,
        )
        say({ acknowledged: result.rows[0]?.n })
      }
    } catch (error) {
      say({ failed: (error as Error).message })
    }
  }
  const commands: Record<string, () => Promise<void>> = {
    some: () => write(20),
    /** Until it cannot. */
    write: () => write(Infinity),
    /** Fills PostgreSQL's own log, which it cannot do without, and no table. */
    async churn() {
      try {
        for (;;) await database.pool.query(`select pg_logical_emit_message(true, 'churn', repeat('x', 1000000))`)
      } catch (error) {
        say({ failed: (error as Error).message })
      }
    },
    async count() {
      const { rows } = await database.pool.query<{ n: number }>('select n from kept order by n')
      say({ kept: rows.map(row => row.n) })
    },
    /** The server processes behind our own connections. */
    async backends() {
      const { rows } = await database.pool.query<{ pid: number }>(
        'select pid from pg_stat_activity where usename = current_user',
      )
      say({ backends: rows.map(row => row.pid) })
    },
    async stop() {
      await database.stop()
      say({ stopped: 'as asked' })
      process.exit(0)
    },
  }
  say({ ready: true, uid: process.getuid?.() })
  for await (const line of createInterface({ input: process.stdin })) void commands[line]?.()
} catch (error) {
  say({ refused: (error as Error).message })
  process.exit(1)
}
