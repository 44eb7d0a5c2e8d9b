// A program of its own that opens a database, so that tests can kill it: `database-host.ts <options as JSON>`.
// Prints one JSON object a line; does what it reads on its input.
import { createInterface } from 'node:readline'
import { openDatabase } from '#server/db/open.ts'

type Options = {
  dataDir: string
  binDir?: string
  packageDir?: string
  /** Become this account first. */
  uid?: number
}

const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)
const { uid, ...options } = JSON.parse(process.argv[2] ?? '{}') as Options
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
  const commands: Record<string, () => Promise<void>> = {
    /** Writes one row after the other until it cannot, and says which are safe. */
    async write() {
      try {
        for (;;) {
          const { rows } = await database.pool.query<{ n: number }>(
            `insert into kept (filler) select string_agg(md5(random()::text), '') from generate_series(1, 300) returning n`,
          )
          say({ acknowledged: rows[0]?.n })
        }
      } catch (error) {
        say({ stopped: (error as Error).message })
      }
    },
    async count() {
      const { rows } = await database.pool.query<{ n: number }>('select n from kept order by n')
      say({ kept: rows.map(row => row.n) })
    },
    async stop() {
      await database.stop()
      say({ stopped: 'as asked' })
      process.exit(0)
    },
  }
  say({ ready: true, state: database.state(), url: database.url, uid: process.getuid?.() })
  for await (const line of createInterface({ input: process.stdin })) void commands[line]?.()
} catch (error) {
  say({ refused: (error as Error).message })
  process.exit(1)
}
