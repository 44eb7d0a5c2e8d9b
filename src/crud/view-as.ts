import { createContext, type ReactNode } from 'react'
import type { Actor } from '#contract/actor.ts'

/** Somebody's rights, to look through. */
export type View = { name: string; actor: Actor }

export type ViewAsProps = {
  /** The first is shown; the others can be chosen. */
  views: readonly View[]
  onClose: () => void
}

/** Shows what the app would be with other rights. It knows every page, so the shell brings it; null until it has. */
export const ViewAsContext = createContext<((props: ViewAsProps) => ReactNode) | null>(null)
