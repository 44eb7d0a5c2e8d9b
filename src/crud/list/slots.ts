/** Which element each drawn row stands in, by the row's id. */
export type Slots = ReadonlyMap<number, number>

/** With fewer rows that stay than this, all are written anew into the elements that are there. */
const FEW = 0.5

/**
 * Rows keep their element while most of them stay. Where few do, as after a hurried turn of the wheel or with the answer to
 * another question, elements are used again in the order in which they stand: other words in a row cost less than a
 * new row does, or moving one. `held` keeps its element always, and with it the focus. The same object
 * where nothing changed.
 */
export function slotsFor(before: Slots, ids: readonly number[], held: number | null, reuse: boolean): Slots {
  if (isSame(before, ids)) return before
  const isFewer = ids.filter(id => before.has(id)).length < ids.length * FEW
  let next = Math.max(-1, ...before.values()) + 1
  if (!reuse || !isFewer) return new Map(ids.map(id => [id, before.get(id) ?? next++]))
  const own = held !== null && ids.includes(held) ? before.get(held) : undefined
  const free = [...before.values()].filter(slot => slot !== own)
  let taken = 0
  return new Map(ids.map(id => [id, (id === held ? own : undefined) ?? free[taken++] ?? next++]))
}

function isSame(slots: Slots, ids: readonly number[]): boolean {
  if (slots.size !== ids.length) return false
  let index = 0
  for (const id of slots.keys()) if (id !== ids[index++]) return false
  return true
}
