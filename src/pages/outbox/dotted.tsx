import type { ReactNode } from 'react'

/** Facts beside each other with a dot between two of them: where a line begins, its dot lies outside and is not seen. */
export const Dotted = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap gap-x-4 overflow-x-clip *:relative *:before:absolute *:before:-start-2.5 *:before:content-['·'/'']">
    {children}
  </p>
)
