import { problem } from '#contract/problem.ts'
import type { App } from '#server/lib/http.ts'
import { isLoopback } from '#server/lib/loopback.ts'

// What the page that explains may load, and what a monitoring system on another machine asks.
const open = new Set(['/insecure.css', '/live', '/ready'])

/**
 * Browsers give service worker, camera and cryptography only to secure origins. Whoever comes over plain http from
 * another machine gets one page that says what to do, and no token ever travels in the clear.
 */
export function secureOrigin(app: App, dist: string | undefined) {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https' || isLoopback(request.ip)) return
    const path = request.url.split('?', 1)[0] ?? '/'
    if (open.has(path)) return
    if (dist && request.method === 'GET' && request.headers.accept?.includes('text/html'))
      return await reply.code(403).header('cache-control', 'no-store').sendFile('insecure.html', dist)
    throw problem('forbidden', 'Caredesk is only served over https to other machines')
  })
}
