import websocket from '@fastify/websocket'
import { LIVE_PROTOCOL, liveClosed } from '#contract/calls/live.ts'
import { problem } from '#contract/problem.ts'
import type { App } from '#server/lib/http.ts'
import type { Life } from '#server/lib/life.ts'
import { PATIENCE } from './hub.ts'

/** Nothing is said to us, so nothing long is listened to. */
const MAX_PAYLOAD = 1_024

/** WebSockets, at the one address that is made for them; a server that leaves lets nobody in and says goodbye to all. */
export async function sockets(app: App, life: Life): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: MAX_PAYLOAD,
      // Compressing little messages costs memory for each connection, and mixes what is secret with what is chosen.
      perMessageDeflate: false,
      handleProtocols: offered => (offered.has(LIVE_PROTOCOL) ? LIVE_PROTOCOL : false),
    },
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'a live connection broke')
      socket.terminate()
    },
    preClose(done) {
      const { clients } = this.websocketServer
      for (const client of clients) client.close(liveClosed.restart)
      const timer = setTimeout(() => {
        for (const client of clients) client.terminate()
      }, PATIENCE)
      this.websocketServer.close(() => {
        clearTimeout(timer)
        done()
      })
    },
  })
  app.addHook('onRequest', async request => {
    if (!request.ws) return
    if (life.stage === 'leaving') throw problem('unavailable', 'Caredesk is stopping', { retryAfter: 1 })
    if (!request.routeOptions.config.live) throw problem('not-found', 'Nothing is live here')
  })
}
