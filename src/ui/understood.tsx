import type { ReactNode } from 'react'

/** What the app makes of what is being typed, at the end of the box, where it is not what stands there. */
export const Understood = ({ children }: { children: ReactNode }) => (
  <span data-understood="" className="text-20 whitespace-nowrap text-muted">
    = {children}
  </span>
)
