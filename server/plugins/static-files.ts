import { mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import type { Kill } from '#contract/build.ts'
import type { Env } from '#server/env.ts'
import type { App } from '#server/lib/http.ts'
import { keepAssets } from './kept-assets.ts'

const WEEK = 604_800
const DAY = 86_400_000
const looksLikeFile = /\.(?:js|mjs|css|map|json|webmanifest|png|svg|ico|jpe?g|webp|woff2?|wasm|txt|html|xml)$/i

/**
 * The built app. Hashed files may be kept for ever; the page, the service worker and the manifest are asked for every
 * time. Addresses of the app itself get the page; a file that is missing is missing. Pieces of earlier builds stay for a
 * month, for pages that were opened before an update.
 */
export async function staticFiles(app: App, dist: string, env: Pick<Env, 'dataDir' | 'killWorkersBefore'>) {
  const root = realpathSync(dist)
  const folders = new Set(
    readdirSync(root, { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(entry => entry.name),
  )

  const earlier = keepEarlier(app, root, env.dataDir)

  await app.register(fastifyStatic, {
    root,
    serve: false,
    dotfiles: 'ignore',
    index: false,
    cacheControl: false,
    preCompressed: true,
  })

  const page = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html')

  // Asked by the worker itself: a page that is broken cannot ask.
  const kill: Kill = { before: env.killWorkersBefore ?? null }
  app.get('/sw-kill.json', { config: { public: true, essential: true }, schema: { hide: true } }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send(kill),
  )

  app.get('/*', { config: { public: true, essential: true }, schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request)
    if (path === null || path === '/api' || path.startsWith('/api/'))
      throw problem('not-found', 'There is nothing here')
    const file = path.slice(1)
    if (isFile(root, file)) return reply.header('cache-control', cacheControl(file)).sendFile(file)
    if (earlier && file.startsWith('assets/') && isFile(earlier, file))
      return reply.header('cache-control', cacheControl(file)).sendFile(file, earlier)
    if (isAppAddress(request, path, folders)) return page(reply)
    throw problem('not-found', 'There is nothing here')
  })
}

/** The folder above `assets` with the pieces of earlier builds; null where the data folder takes nothing. */
function keepEarlier(app: App, root: string, dataDir: string): string | null {
  const folder = resolve(dataDir)
  const keep = () =>
    keepAssets(root, join(folder, 'assets')).catch((err: unknown) =>
      app.log.warn({ err }, 'The pieces of this build are not kept for pages that stay open over an update'),
    )
  try {
    mkdirSync(join(folder, 'assets'), { recursive: true })
    const timer = setInterval(() => void keep(), DAY)
    timer.unref()
    const first = keep()
    app.addHook('onClose', async () => {
      clearInterval(timer)
      await first
    })
    return realpathSync(folder)
  } catch (err) {
    app.log.warn({ err }, 'The pieces of earlier builds cannot be kept')
    return null
  }
}

/** The path as a file system would see it; null for anything that tries to be clever. */
function pathOf(request: FastifyRequest): string | null {
  let path
  try {
    path = decodeURIComponent(request.url.split('?', 1)[0] ?? '/')
  } catch {
    return null
  }
  const clever = /[\\\0]|\/\/|\/\.|%/.test(path)
  return clever ? null : path
}

/** A real file below the root; one that a link leads out of it is none, and source maps are for us alone. */
function isFile(root: string, file: string): boolean {
  if (!looksLikeFile.test(file) || file.endsWith('.map')) return false
  try {
    return realpathSync(root + sep + file) === root + sep + file.split('/').join(sep)
  } catch {
    return false
  }
}

function cacheControl(file: string): string {
  if (file.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  if (file.startsWith('icons/')) return `public, max-age=${WEEK}`
  return 'no-cache'
}

/** Is this a person opening a page of the app, not a file that the app asks for? */
const isAppAddress = (request: FastifyRequest, path: string, folders: ReadonlySet<string>) =>
  // Nothing else is at the root, whatever a browser or a proxy says that it takes.
  (path === '/' || (request.headers.accept?.includes('text/html') ?? false)) &&
  !folders.has(path.split('/')[1] ?? '') &&
  !looksLikeFile.test(path)
