import { loadNamespaces } from 'i18next'
import { isValidElement } from 'react'
import { matchRoutes } from 'react-router-dom'
import { navigationFor, settingsFor } from '#src/pages/navigation.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { session } from '#src/session/store.ts'
import { pages, type PageRoute } from './pages.tsx'
import { namespacesOf } from './use-titles.ts'

/** What almost every page asks for. */
const everywhere = ['lists', 'crud', 'problems']

/**
 * The first page with its words, and the words of what stands around it, set out together. Each part would ask for its own
 * when it is drawn, and all that was drawn with it be drawn anew when they come.
 */
export function fetchFirstPage(): Promise<unknown> {
  const permissions = session().user?.permissions ?? []
  const { pathname } = location
  const found = matchRoutes(pages, pathname)?.[0]?.route
  const here = found && isOpenTo(found.handle, permissions) ? found : undefined
  const groups = [...navigationFor(permissions), ...(pathname.startsWith('/settings') ? settingsFor(permissions) : [])]
  const titles = groups.flatMap(({ name, items }) => [name ?? '', ...items.map(({ title }) => title)])
  return Promise.allSettled([
    loadNamespaces([...namespacesOf([...titles, here?.handle.title ?? '']), ...everywhere]),
    here && fetchOf(here),
  ])
}

/** A page that is fetched when it is opened can be fetched before; those that come with the shell are there. */
function fetchOf({ element }: PageRoute): Promise<unknown> | undefined {
  if (!isValidElement(element)) return undefined
  const { fetch } = element.type as { fetch?: () => Promise<unknown> }
  return fetch?.()
}
