import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { recordPlaces } from '#src/crud/record-places.tsx'
import { OnRecordsContext } from '#src/crud/on-records.ts'
import type { Pages } from '#src/crud/screens.ts'
import { ViewAsContext, type ViewAsProps } from '#src/crud/view-as.ts'
import { RecordPlacesContext } from '#src/fields/record-places.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'
import { screens } from '#src/modules/index.ts'
import { leadHome, markEntry } from '#src/session/own-entry.ts'
import { HOME, publicPaths } from '#src/session/safe-redirect.ts'
import { guarded } from './guarded.tsx'
import { Layout } from './layout.tsx'
import { pages, type PageRoute } from './pages.tsx'
import { ScreenError } from './screen-error.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { WorkPlace } from './work-place.tsx'

const UnknownPage = lazyPage(() => import('#src/pages/unknown-page.tsx').then(it => it.UnknownPage))
const ViewAs = piece(() => import('#src/pages/view-as.tsx').then(({ ViewAs }) => ViewAs))

const places = recordPlaces(screens)
const onRecords = Object.values<Pages | null>(screens).filter(one => one?.onRecords !== undefined) as Pages[]
const viewAs = (props: ViewAsProps) => <ViewAs {...props} />

// The front pages of the settings stand beside each other; a form of one has the page to itself.
const isSetting = ({ path }: PageRoute) =>
  path.startsWith('/settings/') && !path.includes(':') && !path.endsWith('-create')
const home = <Navigate to={HOME} replace />

export const routeTree: RouteObject[] = [
  {
    element: (
      <ViewAsContext value={viewAs}>
        <RecordPlacesContext value={places}>
          <OnRecordsContext value={onRecords}>
            <WorkPlace />
          </OnRecordsContext>
        </RecordPlacesContext>
      </ViewAsContext>
    ),
    errorElement: <ScreenError whole />,
    children: [
      {
        element: <Layout />,
        children: [
          ...pages.filter(page => !isSetting(page)).map(guarded),
          { element: <SettingsFrame />, children: pages.filter(isSetting).map(guarded) },
          // A signed-in person has nothing to do there.
          ...publicPaths.map(path => ({ path, element: home })),
          { path: '/', element: home },
          // An unknown address leads to the root, and the root to home.
          { path: '*', element: <UnknownPage /> },
        ],
      },
    ],
  },
]

export function makeRouter() {
  // Before the router's own, which would draw the page.
  window.addEventListener('popstate', leadHome)
  const router = createBrowserRouter(routeTree)
  router.subscribe(markEntry)
  return router
}
