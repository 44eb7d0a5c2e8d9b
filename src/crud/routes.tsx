import type { RouteObject } from 'react-router-dom'
import type { List } from '#contract/list.ts'
import { permissions } from '#contract/rules.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { codesOf, type Handle, type Screens } from './screens.ts'

const ListSettingsScreen = lazyPage(() =>
  import('./list-settings-screen.tsx').then(({ ListSettingsScreen }) => ListSettingsScreen),
)

/** What becomes of a module's table of routes. */
export const routesOf = (screens: Screens): RouteObject[] =>
  Object.entries(screens.routes).map(([path, { title, may, page: Page, record }]) => ({
    path,
    handle: {
      path,
      title,
      codes: codesOf(screens.module, may),
      ...(screens.module.colour ? { colour: screens.module.colour } : {}),
      ...(record ? { record: record.name } : {}),
    } satisfies Handle,
    // A page that two routes share starts anew for each.
    element: <Page key={path} screens={screens} title={title} />,
  }))

export const listPath = (list: List) => `/settings/${list.list.path}`

/** Every settings list has one route and the same screen. */
export const listRoutes = (lists: readonly List[]): RouteObject[] =>
  lists.map(list => ({
    path: listPath(list),
    handle: {
      path: listPath(list),
      title: `lists:${list.name}.title`,
      codes: permissions(list, 'list'),
    } satisfies Handle,
    // The key keeps one list's half-typed words out of the next.
    element: <ListSettingsScreen key={list.name} list={list} />,
  }))
