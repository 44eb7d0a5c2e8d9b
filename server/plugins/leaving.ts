import type { App } from '#server/lib/http.ts'
import type { Life } from '#server/lib/life.ts'

/**
 * A server that is about to go tells every client to bring its next request elsewhere: when it answers, not when it is
 * asked, or a connection that was busy at that moment would be kept open and waited for.
 */
export function leaving(app: App, life: Life) {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (life.stage === 'leaving') reply.header('connection', 'close')
    done(null, payload)
  })
}
