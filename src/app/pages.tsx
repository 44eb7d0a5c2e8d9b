import type { RouteObject } from 'react-router-dom'
import type { Handle } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { routes as moduleRoutes } from '#src/modules/index.ts'

/** A page of the app: a route with everything the shell has to know of it. */
export type PageRoute = Pick<RouteObject, 'element'> & { path: string; handle: Handle }

const HomePage = lazyPage(() => import('#src/pages/home-page.tsx').then(({ HomePage }) => HomePage))
const SettingsPage = lazyPage(() => import('#src/pages/settings-page.tsx').then(({ SettingsPage }) => SettingsPage))
const AccessDeniedPage = lazyPage(() =>
  import('#src/pages/access-denied-page.tsx').then(({ AccessDeniedPage }) => AccessDeniedPage),
)
const ProfilePage = lazyPage(() => import('#src/pages/profile-page.tsx').then(({ ProfilePage }) => ProfilePage))
const SearchPage = lazyPage(() => import('#src/pages/search-page.tsx').then(({ SearchPage }) => SearchPage))
const DiagnosticsPage = lazyPage(() =>
  import('#src/pages/diagnostics-page.tsx').then(({ DiagnosticsPage }) => DiagnosticsPage),
)
const OutboxPage = lazyPage(() => import('#src/pages/outbox-page.tsx').then(({ OutboxPage }) => OutboxPage))
const ShortCodePage = lazyPage(() => import('#src/pages/short-code-page.tsx').then(it => it.ShortCodePage))
const ScannerPage = lazyPage(() => import('#src/pages/scanner-page.tsx').then(it => it.ScannerPage))
const LabelsPage = lazyPage(() => import('#src/pages/labels-page.tsx').then(it => it.labelsPage()))
const ServiceablePage = lazyPage(() =>
  import('#src/modules/stock/couriers/serviceable-page.tsx').then(it => it.ServiceablePage),
)
const TrackingPage = lazyPage(() => import('#src/modules/stock/couriers/tracking-page.tsx').then(it => it.TrackingPage))
const page = (path: string, title: Handle['title'], element: RouteObject['element']): PageRoute => ({
  path,
  handle: { path, title, codes: [] },
  element,
})

// Written so that a build leaves the page itself out.
const devPages: PageRoute[] = []
if (import.meta.env.DEV) {
  const GalleryPage = lazyPage(() =>
    import('#src/pages/dev/gallery.tsx').then(({ Gallery }) => () => <Gallery ownHosts={false} />),
  )
  devPages.push(page('/dev/gallery', 'shell:titles.gallery', <GalleryPage />))
}

/** Every page behind the sign-in. */
export const pages: PageRoute[] = [
  page('/home', 'shell:titles.home', <HomePage />),
  page('/settings', 'shell:titles.settings', <SettingsPage />),
  page('/search', 'palette:search.title', <SearchPage />),
  page('/outbox', 'outbox:title', <OutboxPage />),
  page('/profile', 'profile:title', <ProfilePage />),
  page('/diagnostics', 'shell:titles.diagnostics', <DiagnosticsPage />),
  page('/scanner', 'scan:titles.scanner', <ScannerPage />),
  page('/labels', 'label:titles.labels', <LabelsPage />),
  page('/s/:code', 'shell:titles.code', <ShortCodePage />),
  page('/static/maruti-service-status/:id', 'dispatch:titles.serviceability', <ServiceablePage />),
  page('/static/maruti-tracking-status/:id', 'dispatch:titles.tracking', <TrackingPage />),
  page('/access-denied', 'shell:titles.accessDenied', <AccessDeniedPage />),
  ...devPages,
  ...(moduleRoutes as PageRoute[]),
]
