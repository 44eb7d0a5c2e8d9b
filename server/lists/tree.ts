import type { Module, Row } from '#contract/module.ts'
import type { Tx } from '#server/crud/store.ts'

/** Does the item lie below that other one (or is it that one)? Only lists whose parents are in the same list are trees. */
export async function isBelow(tx: Tx, list: Module, item: Row, top: number): Promise<boolean> {
  if (list.list?.parent !== list.name) return false
  const seen = new Set<number>()
  for (let at: Row | undefined = item; at && !seen.has(at.id);) {
    if (at.id === top) return true
    seen.add(at.id)
    at = at.parent ? (await tx.find(list, [at.parent as number]))[0] : undefined
  }
  return false
}
