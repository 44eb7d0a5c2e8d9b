import type { App } from '#server/lib/http.ts'
import type { Life } from '#server/lib/life.ts'

/** A server that is about to go tells every client to bring its next request elsewhere. */
export function leaving(app: App, life: Life) {
  app.addHook('onRequest', async (_request, reply) => {
    if (life.stage === 'leaving') reply.header('connection', 'close')
  })
}
