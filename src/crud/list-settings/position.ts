/** What decides the order of a list. */
export type Placed = { id: number; position: number }

/** Room between two items of a list that nobody has squeezed yet; the server puts new ones this far behind the last. */
export const GAP = 1024

/**
 * The new positions that take the item at `from` to the place `to`: one write, between its neighbours. Only where
 * two neighbours have no number left between them, those behind are pushed on until there is room again.
 */
export function planMove(items: readonly Placed[], from: number, to: number): Placed[] {
  const moved = items[from]
  if (!moved || from === to || to < 0 || to >= items.length) return []
  const others = items.filter((_, index) => index !== from)
  const before = others[to - 1]
  const after = others[to]
  if (!before && !after) return []
  if (!after) return [{ id: moved.id, position: before!.position + GAP }]
  if (!before) return [{ id: moved.id, position: after.position - GAP }]
  const middle = (before.position + after.position) / 2
  if (before.position < middle && middle < after.position) return [{ id: moved.id, position: middle }]
  return pushOn(moved.id, before.position, others.slice(to))
}

function pushOn(id: number, after: number, behind: readonly Placed[]): Placed[] {
  const plan = [{ id, position: after + GAP }]
  let last = after + GAP
  for (const item of behind) {
    if (item.position > last) break
    last += GAP
    plan.push({ id: item.id, position: last })
  }
  return plan
}

/** The order of a list: by position, and where two have the same by age. */
export const inOrder = <T extends Placed>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => a.position - b.position || a.id - b.id)
