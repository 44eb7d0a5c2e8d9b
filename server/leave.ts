import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { OpenDatabase } from './db/open.ts'
import type { Env } from './env.ts'
import type { App } from './lib/http.ts'
import type { Life } from './lib/life.ts'
import type { Log } from './plugins/logging.ts'

const HARD_STOP = 25_000

type Running = { app: App; database: OpenDatabase; env: Env; life: Life; log: Log }

/**
 * Leaves without losing a request. First /ready says no while everything is still answered, each time with
 * `Connection: close`; when the proxy has noticed, the door is closed, what is inside is finished, the database goes last.
 */
export function leaveWithGrace({ app, database, env, life, log }: Running) {
  const logger = { error: (message: string) => log.error(message) }
  closeWithGrace({ delay: HARD_STOP, logger }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'Stopping after an error that nobody expected')
    else log.info({ signal }, 'Stopping')
    life.stage = 'leaving'
    if (signal === 'SIGTERM') await sleep(env.drainSeconds * 1_000)
    // A connection that was busy when the door closed is closed when it has been answered.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 200)
    await app.close()
    clearInterval(sweep)
    await database.stop()
    log.info('Stopped')
  })
}
