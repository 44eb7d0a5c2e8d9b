import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

type Props = {
  to: string
  /** It leads to the page behind the dialog. */
  onHere: () => void
  className: string
  children: ReactNode
}

/**
 * A link in the dialog of a task, which closes when the page has really changed: what is typed asks before. Where the page
 * stays the same nobody else would ask.
 */
export function WayOut({ to, onHere, className, children }: Props) {
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      onClick={event => {
        const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
        if (to === pathname && !isElsewhere) onHere()
      }}
      className={className}
    >
      {children}
    </Link>
  )
}
