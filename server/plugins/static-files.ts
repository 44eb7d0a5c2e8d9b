import { readdirSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import type { App } from '#server/lib/http.ts'

const WEEK = 604_800
const looksLikeFile = /\.(?:js|mjs|css|map|json|webmanifest|png|svg|ico|jpe?g|webp|woff2?|wasm|txt|html|xml)$/i

/**
 * The built app. Hashed files may be kept for ever; the page, the service worker and the manifest are asked for every
 * time. Addresses of the app itself get the page; a file that is missing is missing.
 */
export async function staticFiles(app: App, dist: string) {
  const root = realpathSync(dist)
  const folders = new Set(
    readdirSync(root, { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(entry => entry.name),
  )

  await app.register(fastifyStatic, {
    root,
    serve: false,
    dotfiles: 'ignore',
    index: false,
    cacheControl: false,
    preCompressed: true,
  })

  const page = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html')

  app.get('/*', { config: { public: true, essential: true }, schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request)
    if (path === null || path === '/api' || path.startsWith('/api/'))
      throw problem('not-found', 'There is nothing here')
    const file = path.slice(1)
    if (isFile(root, file)) return reply.header('cache-control', cacheControl(file)).sendFile(file)
    if (isAppAddress(request, path, folders)) return page(reply)
    throw problem('not-found', 'There is nothing here')
  })
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
  (request.headers.accept?.includes('text/html') ?? false) &&
  !folders.has(path.split('/')[1] ?? '') &&
  !looksLikeFile.test(path)
