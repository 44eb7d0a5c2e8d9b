import type { FastifyRequest } from 'fastify'
import { LIVE_PATH, LIVE_PROTOCOL, livePlace, ticketCall, ticketProtocol } from '#contract/calls/live.ts'
import { problem } from '#contract/problem.ts'
import type { Env } from '#server/env.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { placeOf } from '#server/lib/place.ts'
import { openHub, type Arrival } from './hub.ts'
import { issueTicket, redeemTicket } from './tickets.ts'
import type { Viewer } from './viewers.ts'

type Guest = { arrival: Arrival; viewer: Viewer }

/** The ticket, and the connection that it opens. Whoever may not come in is told so before there is any connection. */
export function liveRoutes(api: App, { database, register, env }: Services): void {
  const { pool } = database
  const hub = openHub(pool, register, error => api.log.warn({ err: error }, 'live updates stumbled'))
  api.addHook('preClose', async () => hub.stop())

  answer(
    api,
    ticketCall,
    async ({ deviceId }, { sessionId }) => ({ ticket: await issueTicket(pool, sessionId, deviceId ?? null) }),
    { background: true },
  )

  const guests = new WeakMap<FastifyRequest, Guest>()

  async function letIn(request: FastifyRequest): Promise<void> {
    if (!request.ws) throw problem('invalid', 'This address speaks WebSocket.')
    if (!isOurs(request, env)) throw problem('forbidden', 'Other sites may not listen here')
    const ticket = ticketOf(request)
    const redeemed = ticket && (await redeemTicket(pool, ticket))
    if (!redeemed) throw problem('signed-out', 'A ticket opens this, once and within half a minute.')
    const arrival = { ...redeemed, address: placeOf(request.ip) }
    const viewer = await hub.expect(arrival)
    if (viewer === 'signed-out') throw problem('signed-out', 'Please sign in')
    if (viewer === 'too-many') throw problem('too-many', 'There are too many connections already.', { retryAfter: 60 })
    guests.set(request, { arrival, viewer })
  }

  api.route({
    method: 'GET',
    url: LIVE_PATH,
    config: { public: true, live: true },
    schema: { hide: true },
    onRequest: letIn,
    handler: () => Promise.reject(problem('invalid', 'This address speaks WebSocket.')),
    wsHandler: (socket, request) => {
      const { arrival, viewer } = guests.get(request)!
      const since = livePlace.safeParse(request.query)
      hub.join(socket, viewer, arrival, since.success ? since.data : {})
    },
  })
}

/** Was the page that asks served by us? Browsers say so for every connection, and no page can say it otherwise. */
function isOurs(request: FastifyRequest, env: Env): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  if (origin === env.publicUrl) return true
  const url = URL.canParse(origin) ? new URL(origin) : null
  return url !== null && url.host === request.host && (request.protocol !== 'https' || url.protocol === 'https:')
}

function ticketOf({ headers }: FastifyRequest): string | null {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map(protocol => protocol.trim())
  const prefix = ticketProtocol('')
  const [ticket] = offered.filter(protocol => protocol.startsWith(prefix))
  return offered.includes(LIVE_PROTOCOL) && ticket && /^[\w-]{43}$/.test(ticket.slice(prefix.length))
    ? ticket.slice(prefix.length)
    : null
}
