import { problem } from '#contract/problem.ts'
import type { Env } from '#server/env.ts'
import type { App } from '#server/lib/http.ts'

/** The one relaxation is the barcode decoder's WebAssembly. Three Trusted Types policies: service worker, workers, pieces of the app. */
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
  'trusted-types': ['sw-url', 'worker-url', 'piece-url'],
}

const permissionsPolicy = [
  'camera=(self)',
  'microphone=()',
  'geolocation=()',
  'payment=()',
  'usb=()',
  'serial=()',
  'display-capture=()',
].join(', ')

const YEAR = 31_536_000

/** Written out once: putting the same fourteen lines together for every answer cost more than many answers do. */
const fixedHeaders = (socketOrigin: string | undefined) => ({
  'content-security-policy': Object.entries(contentSecurityPolicy)
    .map(([name, sources]) => [name, ...sources, ...(name === 'connect-src' && socketOrigin ? [socketOrigin] : [])])
    .map(directive => directive.join(' '))
    .join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})

/** The same headers on every answer, errors included. */
export function headers(app: App, { socketOrigin }: Pick<Env, 'socketOrigin'>) {
  const fixed = fixedHeaders(socketOrigin)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed)
    reply.header('x-request-id', request.id)
    // Over plain http the promise would be ignored, and on localhost it would be a lie.
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${YEAR}; includeSubDomains`)
    done()
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
