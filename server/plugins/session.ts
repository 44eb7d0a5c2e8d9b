import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { problem } from '#contract/problem.ts'
import { clientName } from '#server/lib/device-words.ts'
import { noteClient } from '#server/lib/sessions.ts'
import { bearerOf } from '#server/lib/bearer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { sessionFinder, whyEnded, type SessionFound } from '#server/lib/session-finder.ts'

/** Every route that is not public knows who asks, before anything else of the request is looked at. */
export function session(app: App, { database, register }: Services) {
  const { pool } = database.kept.session
  app.decorateRequest('sessionId', '')
  app.decorateRequest('confirmedUntil', 0)
  app.decorateRequest('actor', null as never)
  app.decorateRequest('person', null as never)
  const noteOther = noticer(pool)
  const findSession = sessionFinder(pool, register)
  app.addHook('onRequest', async request => {
    if (!request.routeOptions.config.may) return
    const token = bearerOf(request)
    const found = token ? await findSession(token, isWork(request)) : null
    if (!found) throw problem('signed-out', token ? await whyEnded(pool, token) : 'Please sign in')
    noteOther(request, found)
    request.sessionId = found.sessionId
    request.confirmedUntil = found.confirmedUntil
    request.person = found.person
    request.actor = found.actor
  })
}

const NOTED_FOR = 60_000
const MOST_NOTED = 1_000

/** A token may have been copied: whoever else comes with it stands in the list of sessions, and is noted once in a while. */
function noticer(pool: Pool): (request: FastifyRequest, found: SessionFound) => void {
  const noted = new Map<string, number>()
  return ({ headers, ip, log }, { sessionId, userAgent }) => {
    const said = headers['user-agent']?.slice(0, 300) ?? null
    if (said === userAgent) return
    const client = clientName(said)
    if (client === clientName(userAgent)) return
    const key = `${sessionId} ${client}`
    if ((noted.get(key) ?? 0) > Date.now() - NOTED_FOR) return
    if (noted.size >= MOST_NOTED) noted.clear()
    noted.set(key, Date.now())
    log.warn({ session: sessionId, client, address: ip }, 'another program came with the token of a session')
    noteClient(pool, sessionId, client, ip).catch((error: unknown) => log.error({ err: error }, 'it was not noted'))
  }
}

/**
 * Is a person behind this request? The app says so for each (`x-active`: somebody touched it within the last minute),
 * because whoever works on what the device holds sends nothing but polls. Where it says nothing, the route tells.
 */
function isWork({ headers, routeOptions }: FastifyRequest): boolean {
  const said = headers['x-active']
  return said === '1' || (said !== '0' && !routeOptions.config.background)
}
