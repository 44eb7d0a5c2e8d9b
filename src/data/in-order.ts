import type { Module, Row } from '#contract/module.ts'
import { defaultSort, orderRows, parseSort } from '#contract/sorts.ts'

// Between two keys of a search nothing changes its place.
const orders = new WeakMap<readonly Row[], Map<string, readonly Row[]>>()
/** As many orders of the same rows as somebody goes back and forth between. */
const MOST_ORDERS = 6

/** The rows as they are wanted, else in the module's own order; worked out once for the same rows. */
export function inOrder(module: Module, rows: readonly Row[], wanted?: string): readonly Row[] {
  const sort = wanted && parseSort(module, wanted) ? wanted : defaultSort(module)
  const known = orders.get(rows) ?? new Map<string, readonly Row[]>()
  orders.set(rows, known)
  let ordered = known.get(sort)
  if (!ordered) {
    if (known.size >= MOST_ORDERS) known.clear()
    ordered = orderRows(module, parseSort(module, sort) ?? [], rows)
    known.set(sort, ordered)
  }
  return ordered
}
