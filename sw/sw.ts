import { PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { build } from '#src/offline/outbox/build.ts'
import { goAway, isKilled } from '#src/offline/kill.ts'
import { SYNC_TAG } from '#src/offline/outbox/background.ts'
import { isAppAddress } from './app-address.ts'
import { keepPieces, type Piece } from './pieces.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Piece[] }

// TypeScript's own types do not have it yet.
type Rule = { condition: { urlPattern: string }; source: 'network' | { cacheName: string } }
type StaticRouting = { addRoutes(rules: Rule[]): Promise<void> }

const pieces = keepPieces(self.__WB_MANIFEST)
self.addEventListener('install', event => event.waitUntil(pieces.install(event)))

// What needs no decision goes past this worker, where the browser can be told so. No such request waits for the worker to
// start, nor wakes it in the moment in which the next version takes over, which would then not come to pass.
const rules: Rule[] = [
  { condition: { urlPattern: '/api/*' }, source: 'network' },
  { condition: { urlPattern: '/version.json' }, source: 'network' },
  // From the server, as below, where it is not there.
  { condition: { urlPattern: '/assets/*' }, source: { cacheName: pieces.controller.strategy.cacheName } },
]
self.addEventListener('install', event => {
  const { addRoutes } = event as Partial<StaticRouting>
  // A browser that takes some of it only has all of it from here.
  event.waitUntil(addRoutes?.call(event, rules).catch(() => {}) ?? Promise.resolve())
})
self.addEventListener('activate', event => event.waitUntil(pieces.tidyUp()))
registerRoute(new PrecacheRoute(pieces.controller))

// Any address of the app is the app. Answers of the server are never kept: records live in the user's own database.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppAddress(url),
  pieces.controller.createHandlerBoundToURL('/index.html'),
)

// The way out of a broken release: asked beside the first page of every life of this worker, which waits for nothing.
let asked = false
self.addEventListener('fetch', event => {
  if (event.request.mode !== 'navigate' || asked) return
  asked = true
  event.waitUntil(isKilled().then(killed => (killed ? goAway(self.registration) : undefined)))
})

// A new version waits until the person, or an unattended page, says so.
self.addEventListener('message', event => {
  const { type } = (event.data ?? {}) as { type?: unknown }
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  // The page about this device names it.
  if (type === 'BUILD') event.ports[0]?.postMessage(build)
})

// A page asks whether the app is whole on this device; a browser that is short of room may have dropped some of it.
self.addEventListener('message', event => {
  const { type, fill = false } = (event.data ?? {}) as { type?: unknown; fill?: boolean }
  if (type !== 'IS_WHOLE') return
  event.waitUntil(pieces.countMissing(fill).then(missing => event.ports[0]?.postMessage({ missing })))
})

// The page of the first visit is held as well, so that going offline right after it works.
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

// There is a network again, also where no page is open any more. What could not be sent now is sent when the app is opened.
// A page that is opened waits for this worker's start: what sends stands in the same file, and is made only when it is needed.
self.addEventListener('sync', event => {
  const woken = event as unknown as { tag: string; waitUntil: (work: Promise<unknown>) => void }
  if (woken.tag === SYNC_TAG) woken.waitUntil(import('./send.ts').then(({ send }) => send()))
})
