import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '#contract/register.ts'
import { buildApp } from './app.ts'
import { STATEMENT_LIMIT } from './db/connect.ts'
import { openDatabase, type OpenDatabase } from './db/open.ts'
import { MOVED, noticeMove } from './db/home.ts'
import { migrate } from './db/migrate.ts'
import { goOnCounting, openMarks, readMarks } from './db/number-marks.ts'
import { seed } from './seed/seed.ts'
import { readEnv, type Env } from './env.ts'
import { leaveWithGrace, type Running } from './leave.ts'
import type { Life } from './lib/life.ts'
import { isOutage } from './lib/outage.ts'
import { newLog, type Log } from './plugins/logging.ts'
import { routes } from './routes.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const LONGEST_WAIT = 15_000

try {
  await start(readEnv())
} catch (error) {
  // What a person can mend is said in a sentence; a stack would hide it.
  console.error(`Caredesk cannot start. ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

async function start(env: Env) {
  const log = newLog(env)
  const life: Life = { stage: 'starting' }
  const stopping = new AbortController()
  const opening = openDatabase({
    dataDir: env.dataDir,
    databaseUrl: env.databaseUrl,
    binDir: env.pgBin,
    log,
    signal: stopping.signal,
    connections: { statementTimeout: STATEMENT_LIMIT, lockTimeout: 5_000 },
  })
  const running: Running = { env, life, log, opening, app: null, giveUp: () => stopping.abort() }
  leaveWithGrace(running)
  try {
    const database = await opening
    const app = await buildApp({ database, register, routes, env, life, log, ...(existsSync(dist) ? { dist } : {}) })
    stopping.signal.throwIfAborted()
    running.app = app
    let marks: { close(): Promise<void> } | null = null
    app.addHook('onClose', () => marks?.close())
    const address = await app.listen({ host: env.host, port: env.port }).catch(error => explain(error, env))
    const adminPassword = await prepare(database, env, log)
    stopping.signal.throwIfAborted()
    marks = openMarks(database.pool, env.dataDir, error =>
      log.warn({ err: error }, 'Which numbers were given out is written down later'),
    )
    Object.assign(life, { stage: 'running', runningSince: Date.now() } satisfies Life)
    if (adminPassword) console.log(`Sign in as admin with the one-time password ${adminPassword} (shown only now)`)
    console.log(`Caredesk is ready at ${address}`)
  } catch (error) {
    // Who was told to stop is leaving already, and whatever it was in the middle of may fail.
    if (stopping.signal.aborted) return
    await running.app?.close()
    await (await opening.catch(() => null))?.stop()
    throw error
  }
}

function explain(error: NodeJS.ErrnoException, { host, port }: Env): never {
  if (error.code === 'EADDRINUSE')
    throw new Error(`Another program listens on port ${port}; stop it, or choose another PORT.`)
  if (error.code === 'EADDRNOTAVAIL') throw new Error(`This machine has no address ${host}; choose another HOST.`)
  throw error
}

/** Which PostgreSQL runs: whoever looks after the server sees by it what it lags behind. */
async function versionOf({ pool }: OpenDatabase): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`)
  return rows[0]!.version
}

/** Brings the database to where this version needs it; waits for one that is not up yet. */
async function prepare(database: OpenDatabase, env: Env, log: Log): Promise<string | null> {
  for (let wait = 500; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      await migrate(database.url)
      log.info({ postgres: await versionOf(database), kind: database.kind }, 'the database is ready')
      if (await noticeMove(database)) log.warn({}, MOVED)
      await goOnCounting(database.pool, await readMarks(env.dataDir))
      const { adminPassword } = await seed(database, env.adminPassword ? { adminPassword: env.adminPassword } : {})
      if (!env.demo) return adminPassword
      const { seedDemo } = await import('./seed/seed-demo.ts')
      await seedDemo(database)
      // Its accounts have passwords of their own; the README names them.
      return null
    } catch (error) {
      if (!isOutage(error)) throw error
      log.warn({ err: error, wait }, 'The database is not there yet')
      await sleep(wait)
    }
  }
}
