import { isBelowFloor } from '#contract/modules/sales/order-left.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { order, type Order } from '#contract/modules/sales/order.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { productsOf } from '#server/flows/allocation.ts'
import { invalid } from '#server/crud/invalid.ts'

/** A sale below the floor price is confirmed by somebody who may approve, or was approved before. */
export async function approvedPrices({ tx, row, actor }: Occasion): Promise<{ priceApprovedBy?: number }> {
  const { lines, priceApprovedBy } = row as unknown as Order
  if (priceApprovedBy !== null) return {}
  const products = await productsOf(tx, lines)
  const wrong: Record<string, string> = {}
  for (const [at, line] of lines.entries()) {
    const floor = products.get(line.product)?.floorPrice
    if (floor && isBelowFloor(pricedOf(row), at, floor))
      wrong[`lines.${at}.unitPrice`] =
        `The floor is ${(floor / 100).toFixed(2)}: somebody who may approve has to say yes.`
  }
  if (Object.keys(wrong).length === 0) return {}
  if (!actor.approves.has(order.name)) throw invalid(wrong)
  return { priceApprovedBy: actor.id }
}
