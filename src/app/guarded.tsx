import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { Handle } from '#src/crud/screens.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { useSession } from '#src/session/session.ts'

/** Renders a page, and so asks for its data, only for those who may open it. */
export function Guarded({ handle, children }: { handle: Handle; children: ReactNode }) {
  const { user } = useSession()
  if (!user || isOpenTo(handle, user.permissions)) return children
  return <Navigate to="/access-denied" replace state={{ title: handle.title, codes: handle.codes }} />
}
