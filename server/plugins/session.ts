import { problem } from '#contract/problem.ts'
import { bearerOf } from '#server/lib/bearer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { sessionFinder } from '#server/lib/sessions.ts'

/** Every route that is not public knows who asks, before anything else of the request is looked at. */
export function session(app: App, { database, register }: Services) {
  app.decorateRequest('sessionId', '')
  app.decorateRequest('actor', null as never)
  app.decorateRequest('person', null as never)
  const findSession = sessionFinder(database.pool, register)
  app.addHook('onRequest', async request => {
    if (!request.routeOptions.config.may) return
    const token = bearerOf(request)
    const found = token ? await findSession(token) : null
    if (!found) throw problem('signed-out', 'Please sign in')
    request.sessionId = found.sessionId
    request.person = found.person
    request.actor = found.actor
  })
}
