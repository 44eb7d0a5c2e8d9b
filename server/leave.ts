import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { OpenDatabase } from './db/open.ts'
import type { Env } from './env.ts'
import type { App } from './lib/http.ts'
import type { Life } from './lib/life.ts'
import type { Log } from './plugins/logging.ts'

const HARD_STOP = 25_000
/** What is left of it for the database, however long a request takes. */
const FOR_DATABASE = 4_000

/** A server as far as it has come: it may be told to stop while it still starts. */
export type Running = {
  env: Env
  life: Life
  log: Log
  /** The database, or why there is none. */
  opening: Promise<OpenDatabase>
  app: App | null
  /** Ends a start that has not got as far as a database. */
  giveUp: () => void
}

/**
 * Leaves without losing a request. First /ready says no while everything is still answered, each time with
 * `Connection: close`; when the proxy has noticed, the door is closed, what is inside is finished, the database goes last.
 */
export function leaveWithGrace(running: Running) {
  const { env, life, log } = running
  const logger = { error: (message: string) => log.error(message) }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  let asked: NodeJS.Signals | null = null
  const { close } = closeWithGrace({ delay: HARD_STOP, logger, skip: [...signals] }, async ({ err }) => {
    const hasServed = life.stage === 'running'
    if (err) log.fatal({ err }, 'Stopping after an error that nobody expected')
    else log.info({ signal: asked }, 'Stopping')
    life.stage = 'leaving'
    running.giveUp()
    const late = sleep(HARD_STOP - FOR_DATABASE)
    if (asked === 'SIGTERM' && hasServed) await sleep(env.drainSeconds * 1_000)
    await Promise.race([closeDoor(running.app), late])
    const database = await running.opening.catch(() => null)
    await database?.stop()
    log.info('Stopped')
  })
  // One Ctrl+C comes several times: from the terminal, and from each program between it and us that passes it on.
  // Who left at the second one would leave the database behind.
  const leave = (signal: NodeJS.Signals) => {
    if (life.stage === 'leaving') return
    asked = signal
    close()
  }
  for (const signal of signals) process.on(signal, () => leave(signal))
  // Who started us was killed, and could not pass it on.
  process.once('disconnect', () => leave('SIGTERM'))
}

async function closeDoor(app: App | null) {
  if (!app) return
  // A connection that was busy when the door closed is closed when it has been answered.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 200)
  await app.close()
  clearInterval(sweep)
}
