import helmet from '@fastify/helmet'
import { problem } from '#contract/problem.ts'
import type { App } from '#server/lib/http.ts'

/** The one relaxation is the barcode decoder's WebAssembly. Two Trusted Types policies: service worker and workers. */
const contentSecurityPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'media-src': ["'self'", 'blob:'],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['sw-url', 'worker-url'],
}

const permissionsPolicy = [
  'camera=(self)',
  'microphone=()',
  'geolocation=()',
  'payment=()',
  'usb=()',
  'serial=()',
  'bluetooth=()',
  'display-capture=()',
].join(', ')

const YEAR = 31_536_000

/** The same headers on every answer, errors included. */
export async function headers(app: App) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
    reply.header('x-request-id', request.id)
    // Over plain http the promise would be ignored, and on localhost it would be a lie.
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${YEAR}; includeSubDomains`)
  })
}

/** Answers of the API are for the one who asked, and for pages of this origin only. */
export function apiHeaders(api: App) {
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const site = request.headers['sec-fetch-site']
    if (site === 'cross-site' || site === 'same-site') throw problem('forbidden', 'Other sites may not ask here')
  })
}
