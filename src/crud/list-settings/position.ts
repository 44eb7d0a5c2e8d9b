import { GAP } from '#contract/list.ts'

/** What decides the order of a list. */
export type Placed = { id: number; position: number }

/**
 * The position that takes the item at `from` to the place `to`: between its new neighbours, so that one row is
 * written. Where two neighbours have become too close to tell apart, the server moves them away from each other.
 */
export function positionFor(items: readonly Placed[], from: number, to: number): number | null {
  if (from === to || !items[from] || !items[to]) return null
  const others = items.filter((_, index) => index !== from)
  const before = others[to - 1]
  const after = others[to]
  if (before && after) return (before.position + after.position) / 2
  if (after) return after.position - GAP
  return before ? before.position + GAP : null
}

/** The order of a list: by position, and where two have the same by age. */
export const inOrder = <T extends Placed>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => a.position - b.position || a.id - b.id)
