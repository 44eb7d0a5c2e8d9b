import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import underPressure from '@fastify/under-pressure'
import type { FastifyServerOptions } from 'fastify'
import { problem } from '#contract/problem.ts'
import { STATEMENT_LIMIT } from '#server/db/connect.ts'
import type { App } from '#server/lib/http.ts'
import { whyNotKept } from '#server/lib/keepable.ts'
import type { Life } from '#server/lib/life.ts'
import { answerBrokenClient } from './errors.ts'

/** How long a body may take to arrive, in ms; and where the route takes slow ones, from people who are signed in. */
const BODY_TIMEOUT = 15_000
const SLOW_BODY_TIMEOUT = 45_000
// Longer than a request may take to arrive: its clock starts with the headers.
const HANDLER_TIMEOUT = 20_000
const SLOW_HANDLER_TIMEOUT = SLOW_BODY_TIMEOUT + 10_000

/** How slow and how big a request may be. Node looks for slow clients only as often as it is told to. */
export const limitOptions = {
  bodyLimit: 256 * 1024,
  // Of all requests alike; most bodies have to be quicker.
  requestTimeout: SLOW_BODY_TIMEOUT,
  connectionTimeout: 60_000,
  handlerTimeout: HANDLER_TIMEOUT,
  keepAliveTimeout: 65_000,
  return503OnClosing: false,
  http: { connectionsCheckingInterval: 2_000, headersTimeout: 10_000, maxHeaderSize: 8_192 },
} satisfies FastifyServerOptions & { http: object }

const MAX_CONNECTIONS = 2_000
const MAX_HEADERS = 64

export type Pressure = { maxEventLoopDelay: number; sampleInterval?: number }

/** What the start itself weighed is measured too, and is no load. */
const SETTLING = 2_000

type Limits = {
  pressure: Pressure | false
  /** How long a list may take, in ms. */
  list?: number | undefined
}

export async function limits(app: App, life: Life, { pressure, list = STATEMENT_LIMIT }: Limits) {
  app.server.maxConnections = MAX_CONNECTIONS
  app.server.maxHeadersCount = MAX_HEADERS
  // What a foreign page may send without being asked first. Without this parser it gets 415.
  app.removeContentTypeParser('text/plain')
  readJson(app)
  cutSlowBodies(app)
  // Whatever it waits for: a connection, a lock, its statements.
  app.addHook('onRoute', route => {
    if (route.config?.listed) route.handlerTimeout ??= list
  })
  if (pressure)
    await app.register(underPressure, {
      ...pressure,
      pressureHandler: async request => {
        const settled = Date.now() - (life.runningSince ?? 0) > SETTLING
        if (settled && !request.routeOptions.config.essential)
          throw problem('busy', 'Too much is going on at once. Please try again.', { retryAfter: 2 })
      },
    })
}

/** Whoever may take longer is known to the session: its hook stands between these two. */
function cutSlowBodies(app: App) {
  const timers = new WeakMap<IncomingMessage, ReturnType<typeof setTimeout>>()
  const cutAfter = (raw: IncomingMessage, ms: number) => {
    clearTimeout(timers.get(raw))
    const cut = () => {
      const { complete, socket } = raw
      if (!complete && socket instanceof Socket) answerBrokenClient(tooSlow(), socket)
    }
    timers.set(raw, setTimeout(cut, ms).unref())
  }
  app.addHook('onRoute', route => {
    if (route.config?.slowBody) route.handlerTimeout ??= SLOW_HANDLER_TIMEOUT
  })
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete || !hasBody(raw)) return
    cutAfter(raw, BODY_TIMEOUT)
    raw.once('close', () => clearTimeout(timers.get(raw)))
  })
  app.addHook('preParsing', async ({ raw, routeOptions }) => {
    if (routeOptions.config.slowBody && timers.has(raw)) cutAfter(raw, SLOW_BODY_TIMEOUT)
  })
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
const tooSlow = () => Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * `Content-Type: application/json` without a body is no body, not a mistake. What cannot be kept is refused here for every
 * route; one that answers each part of its body by itself (`judgesParts`) judges that too.
 */
function readJson(app: App) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else
      void parseJson(request, body as string, (error, value) => {
        const why = error || request.routeOptions.config.judgesParts ? null : whyNotKept(value)
        if (why) done(problem('invalid', why))
        else done(error, value)
      })
  })
}
