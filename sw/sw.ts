import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

// Every piece of the app and every text: a page that was never opened still opens without a connection.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Any address of the app is the app. Answers of the server are never kept: records live in the user's own database.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(\/|$)/, /^\/assets\//, /^\/locales\//, /\/[^/]+\.[a-z0-9]+$/i],
  }),
)

// A new version waits until the person, or an unattended page, says so.
self.addEventListener('message', event => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

// The page of the first visit is held as well, so that going offline right after it works.
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
