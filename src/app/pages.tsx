import { lazy } from 'react'
import type { RouteObject } from 'react-router-dom'
import type { Handle } from '#src/crud/screens.ts'
import { routes as moduleRoutes } from '#src/modules/index.ts'

/** A page of the app: a route with everything the shell has to know of it. */
export type PageRoute = Pick<RouteObject, 'element'> & { path: string; handle: Handle }

const HomePage = lazy(() => import('#src/pages/home-page.tsx').then(({ HomePage }) => ({ default: HomePage })))
const SettingsPage = lazy(() =>
  import('#src/pages/settings-page.tsx').then(({ SettingsPage }) => ({ default: SettingsPage })),
)
const AccessDeniedPage = lazy(() =>
  import('#src/pages/access-denied-page.tsx').then(({ AccessDeniedPage }) => ({ default: AccessDeniedPage })),
)
const ProfilePage = lazy(() =>
  import('#src/pages/profile-page.tsx').then(({ ProfilePage }) => ({ default: ProfilePage })),
)
const SearchPage = lazy(() => import('#src/pages/search-page.tsx').then(({ SearchPage }) => ({ default: SearchPage })))
const DiagnosticsPage = lazy(() =>
  import('#src/pages/diagnostics-page.tsx').then(({ DiagnosticsPage }) => ({ default: DiagnosticsPage })),
)
const OutboxPage = lazy(() => import('#src/pages/outbox-page.tsx').then(({ OutboxPage }) => ({ default: OutboxPage })))
const page = (path: string, title: Handle['title'], element: RouteObject['element']): PageRoute => ({
  path,
  handle: { path, title, codes: [] },
  element,
})

// Written so that a build leaves the page itself out.
const devPages: PageRoute[] = []
if (import.meta.env.DEV) {
  const GalleryPage = lazy(() =>
    import('#src/pages/dev/gallery.tsx').then(({ Gallery }) => ({ default: () => <Gallery ownHosts={false} /> })),
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
  page('/access-denied', 'shell:titles.accessDenied', <AccessDeniedPage />),
  ...devPages,
  ...(moduleRoutes as PageRoute[]),
]
