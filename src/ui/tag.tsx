import type { ReactNode } from 'react'

/** A word that somebody put on a record. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="rounded-1 bg-surface-sunken px-2 text-20 text-muted">{children}</span>
}
