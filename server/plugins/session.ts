import type { FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import { bearerOf } from '#server/lib/bearer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { sessionFinder, whyEnded } from '#server/lib/session-finder.ts'

/** Every route that is not public knows who asks, before anything else of the request is looked at. */
export function session(app: App, { database, register }: Services) {
  app.decorateRequest('sessionId', '')
  app.decorateRequest('confirmedUntil', 0)
  app.decorateRequest('actor', null as never)
  app.decorateRequest('person', null as never)
  const findSession = sessionFinder(database.pool, register)
  app.addHook('onRequest', async request => {
    if (!request.routeOptions.config.may) return
    const token = bearerOf(request)
    const found = token ? await findSession(token, isWork(request)) : null
    if (!found) throw problem('signed-out', token ? await whyEnded(database.pool, token) : 'Please sign in')
    request.sessionId = found.sessionId
    request.confirmedUntil = found.confirmedUntil
    request.person = found.person
    request.actor = found.actor
  })
}

/**
 * Is a person behind this request? The app says so for each (`x-active`: somebody touched it within the last minute),
 * because whoever works on what the device holds sends nothing but polls. Where it says nothing, the route tells.
 */
function isWork({ headers, routeOptions }: FastifyRequest): boolean {
  const said = headers['x-active']
  return said === '1' || (said !== '0' && !routeOptions.config.background)
}
