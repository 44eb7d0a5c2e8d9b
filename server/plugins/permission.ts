import { problem } from '#contract/problem.ts'
import { audit } from '#server/lib/audit.ts'
import type { App, Services } from '#server/lib/http.ts'

/** No route without a rule, and the rule is asked before the request's content is looked at. */
export function permission(app: App, { database }: Services) {
  app.addHook('onRoute', ({ config, method, url }) => {
    if (!config?.may?.length && !config?.public)
      throw new Error(`${String(method)} ${url} says nobody who may call it.`)
  })

  app.addHook('onRequest', async request => {
    const { may, pending } = request.routeOptions.config
    if (!may) return
    const { person, actor } = request
    if (person.stage === 'pending' && !pending) throw problem('pending', 'Your account is waiting for approval')
    if (may === 'anyone' || may.some(code => actor.permissions.has(code))) return
    const route = `${request.method} ${request.routeOptions.url}`
    await audit(database.pool, {
      kind: 'denied',
      actor: actor.id,
      subject: route,
      address: request.ip,
      requestId: request.id,
      details: { may },
    })
    throw problem('forbidden', `This needs the right ${may.join(' or ')}`)
  })
}
