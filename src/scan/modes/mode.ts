import type { ComponentType } from 'react'
import type { Actor } from '#contract/actor.ts'
import type { IconType } from '#src/ui/icon.tsx'

/**
 * A way to scan that stays open, thing after thing, for as long as somebody does the same with each. Modules bring theirs with
 * their contents. The key there is the word in the address: `/scanner?mode=handOver`.
 */
export type ScanMode = {
  /** Its name, by its key in public/locales. */
  title: `${string}:${string}`
  icon: IconType
  /** Whom it is offered to: those who may make what it makes. */
  may: (actor: Actor) => boolean
  /** Stands in the place of the answer, and takes the scans (`useScanMode`, `ModeBoard`). */
  place: ComponentType
}
