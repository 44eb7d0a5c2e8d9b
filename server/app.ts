import { readFileSync } from 'node:fs'
import compress from '@fastify/compress'
import Fastify, { type FastifyServerOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import type { Env } from './env.ts'
import { fieldsOf, invalid } from './crud/invalid.ts'
import type { App, Pages, Routes, Services } from './lib/http.ts'
import type { Life } from './lib/life.ts'
import { sockets } from './live/sockets.ts'
import { confirm } from './plugins/confirm.ts'
import { answerBrokenClient, answerError, errors } from './plugins/errors.ts'
import { apiHeaders, headers } from './plugins/headers.ts'
import { apiWhenRunning, health } from './plugins/health.ts'
import { limitOptions, limits, type Pressure } from './plugins/limits.ts'
import { leaving } from './plugins/leaving.ts'
import { logController, logging, newLog, type Log } from './plugins/logging.ts'
import { oneHost } from './plugins/one-host.ts'
import { openapi, openapiRoute } from './plugins/openapi.ts'
import { permission } from './plugins/permission.ts'
import { rates } from './plugins/rates.ts'
import { secureOrigin } from './plugins/secure-origin.ts'
import { session } from './plugins/session.ts'
import { staticFiles } from './plugins/static-files.ts'
import { z } from 'zod'

export type AppOptions = Services & {
  /** Everything below the API prefix. */
  routes: Routes
  /** The built app; left out, only the API is served (development, most tests). */
  dist?: string
  life?: Life
  log?: Log
  pressure?: Pressure | false
  /** How long a list may take, in ms; left out, as long as one statement. */
  listLimit?: number
}

export const API_PREFIX = '/api'

/** The whole server but listening: plugins, then routes. Generic: what is served is handed in. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { env, life = { stage: 'running' }, pressure = { maxEventLoopDelay: env.busyAfterMs } } = options
  const services: Services = { database: options.database, register: options.register, env }
  const app = newFastify(env, options.log ?? newLog(env))

  errors(app)
  logging(app)
  leaving(app, life)
  headers(app, env)
  oneHost(app)
  secureOrigin(app, options.dist)
  await limits(app, life, { pressure, list: options.listLimit })
  apiWhenRunning(app, life)
  await sockets(app, life)
  rates(app, services)
  session(app, services)
  permission(app, services)
  confirm(app)
  await app.register(compress, compression)
  await openapi(app)

  health(app, services, life)
  let pages: Pages | undefined
  await app.register(
    async (api: App) => {
      apiHeaders(api)
      openapiRoute(api)
      pages = (await options.routes(api, services)) ?? undefined
    },
    { prefix: API_PREFIX },
  )
  await app.register(async scope => pages?.(scope))
  if (options.dist) await staticFiles(app, options.dist, env)
  return app
}

function newFastify(env: Env, log: Log): App {
  const options: FastifyServerOptions = {
    ...limitOptions,
    loggerInstance: log,
    logController,
    trustProxy: env.trustProxy.length > 0 ? env.trustProxy : false,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => (canBeRead(url) ? url : NOWHERE),
    routerOptions: { maxParamLength: limitOptions.http.maxHeaderSize },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerBrokenClient,
  }
  const https = env.tls ? { https: tlsOptions(env.tls) } : {}
  // The types tell an https server from an http one; nothing in here needs to.
  const app = Fastify({ ...options, ...https } as FastifyServerOptions) as unknown as App
  app.setValidatorCompiler<z.core.$ZodType>(({ schema }) => data => {
    const result = z.safeParse(schema, data, { reportInput: true })
    return result.success ? { value: result.data } : { error: invalid(fieldsOf(result.error)) }
  })
  // Schemas of answers are documentation; encoding every row by zod would cost more than making it.
  app.setSerializerCompiler(() => data => JSON.stringify(data))
  return app
}

// The router answers what it cannot read by itself, without our headers. Nothing is at this address.
const NOWHERE = `${API_PREFIX}/nowhere`

function canBeRead(url: string): boolean {
  try {
    decodeURI(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

const tlsOptions = ({ certFile, keyFile }: NonNullable<Env['tls']>) => ({
  ...limitOptions.http,
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
  minVersion: 'TLSv1.2' as const,
})

/** Answers only: a compressed request would be a way around the body limit. */
const compression = {
  globalDecompression: false,
  threshold: 2_048,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 6 },
}
