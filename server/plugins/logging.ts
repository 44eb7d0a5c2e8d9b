import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import type { Env } from '#server/env.ts'
import type { App } from '#server/lib/http.ts'

export type Log = FastifyBaseLogger
export type LogStream = { write(line: string): void }

const secret = [
  'authorization',
  'password',
  'newPassword',
  'pass',
  'hash',
  'token',
  'revocation',
  'sealKey',
  'link',
  'cookie',
]

/** One JSON object per line, on stderr: stdout is for the few lines that people read. */
export const newLog = (env: Pick<Env, 'logLevel'>, stream: LogStream = process.stderr): Log =>
  // Fastify brings the logger; one is needed before there is an app.
  Fastify({
    logger: {
      level: env.logLevel,
      stream,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
      redact: { paths: secret.flatMap(key => [key, `*.${key}`, `*.*.${key}`]), censor: '[secret]' },
      serializers: { err: describe },
    },
  }).log

/** The line per answer is ours. */
export const logController = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' })

/** An error without what its maker attached to it: a driver may attach the row that was being written. */
const describe = (error: Error & { code?: unknown }) => ({
  type: error.name,
  message: error.message,
  code: error.code,
  stack: error.stack ?? '',
})

/** One line per answer. The address is the route's pattern, so that no record's number or search word is kept. */
export function logging(app: App) {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.actor?.id,
        address: request.ip,
      },
      'answered',
    )
  })
}
