import type { ReactNode } from 'react'
import { Navigate, useLocation, type RouteObject } from 'react-router-dom'
import type { Handle } from '#src/crud/screens.ts'
import type { Refused } from '#src/pages/refused.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { useSession } from '#src/session/session.ts'
import type { PageRoute } from './pages.tsx'
import { ScreenError } from './screen-error.tsx'

/** Renders a page, and so asks for its data, only for those who may open it. */
function Guarded({ handle, children }: { handle: Handle; children: ReactNode }) {
  const { user } = useSession()
  const { pathname, search, hash } = useLocation()
  if (!user || isOpenTo(handle, user.permissions)) return children
  const refused: Refused = { title: handle.title, codes: handle.codes, to: pathname + search + hash }
  return <Navigate to="/access-denied" replace state={refused} />
}

/** A page as a route: behind its permissions, and with an error screen of its own. */
export const guarded = ({ path, handle, element }: PageRoute): RouteObject => ({
  path,
  handle,
  element: <Guarded handle={handle}>{element}</Guarded>,
  errorElement: <ScreenError />,
})
