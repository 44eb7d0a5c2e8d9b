import { problem } from '#contract/problem.ts'
import { audit } from '#server/lib/audit.ts'
import type { App, Served, Services } from '#server/lib/http.ts'

/** Is somebody with these permissions let in by this rule? A permission is one member of a set, exactly as it is written. */
export const admits = (may: readonly string[] | 'anyone', permissions: ReadonlySet<string>): boolean =>
  may === 'anyone' || may.some(code => permissions.has(code))

/** No route without a rule, and the rule is asked before the request's content is looked at. */
export function permission(app: App, { database }: Services) {
  const served: Served[] = []
  app.decorate('served', served)
  app.addHook('onRoute', ({ config, method, url, schema }) => {
    if (!config?.may?.length && !config?.public)
      throw new Error(`${String(method)} ${url} says nobody who may call it.`)
    for (const one of [method].flat()) served.push({ method: one, url, config, schema: schema ?? {} })
  })

  app.addHook('onRequest', async request => {
    const { may, pending } = request.routeOptions.config
    if (!may) return
    const { person, actor } = request
    if (person.stage === 'pending' && !pending) throw problem('pending', 'Your account is waiting for approval')
    if (person.mustChoose && !pending) throw problem('pending', 'Choose a password of your own first')
    if (admits(may, actor.permissions)) return
    const route = `${request.method} ${request.routeOptions.url}`
    await audit(database.pool, {
      kind: 'denied',
      actor: actor.id,
      subject: route,
      address: request.ip,
      requestId: request.id,
      details: { may },
    })
    throw problem('forbidden', `This needs the right ${[may].flat().join(' or ')}`)
  })
}
