import { createElement } from 'react'
import type { RouteObject } from 'react-router-dom'
import type { List } from '#contract/list.ts'
import { permissions } from '#contract/rules.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { DetailScreen } from './pages.ts'
import { codesOf, screensOf, type Handle, type Page, type Pages, type TextKey } from './screens.ts'

const ListSettingsScreen = lazyPage(() =>
  import('./list-settings-screen.tsx').then(({ ListSettingsScreen }) => ListSettingsScreen),
)

/** A page, fetched together with what stands on it. The page of a record is its module's own, where it has one. */
const withContents = (pages: Pages, page: Page) =>
  lazyPage<{ title: TextKey }>(async () => {
    const [screens] = await Promise.all([screensOf(pages), page.fetch?.()])
    const Own = page === DetailScreen ? screens.details : undefined
    await Own?.fetch?.()
    const Page = Own ?? page
    return ({ title }) => <Page screens={screens} title={title} />
  })

/** What becomes of a module's table of routes. */
export const routesOf = (pages: Pages): RouteObject[] =>
  Object.entries(pages.routes).map(([path, { title, may, page, record, colour = pages.module.colour }]) => ({
    path,
    handle: {
      path,
      title,
      codes: codesOf(pages.module, may),
      ...(colour ? { colour } : {}),
      ...(record ? { record: record.name } : {}),
    } satisfies Handle,
    // A page that two routes share starts anew for each: each has a component of its own.
    element: createElement(withContents(pages, page), { title }),
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
