import { product } from '#contract/modules/catalogue/product.ts'
import { isBelowFloor } from '#contract/modules/sales/order-left.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { order, type Order } from '#contract/modules/sales/order.ts'
import { reveals } from '#contract/seen.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { productsOf } from '#server/flows/allocation.ts'
import { invalid } from '#server/crud/invalid.ts'

/** The lines that are sold below the floor price of their products, each with that price. */
async function linesBelow({ tx, row }: Pick<Occasion, 'tx' | 'row'>): Promise<{ at: number; floor: number }[]> {
  const { lines } = row as unknown as Order
  const products = await productsOf(tx, lines)
  return lines.flatMap((line, at) => {
    const floor = products.get(line.product)?.floorPrice
    return floor && isBelowFloor(pricedOf(row), at, floor) ? [{ at, floor }] : []
  })
}

/** Whoever approves prices learns that one is below its floor, and not what the floor is. */
export const isAnyBelow = async (occasion: Pick<Occasion, 'tx' | 'row'>): Promise<boolean> =>
  (await linesBelow(occasion)).length > 0

type Approved = { belowFloor: boolean; priceApprovedBy?: number }

/** A sale below the floor price is confirmed by somebody who may approve, or was approved before. */
export async function approvedPrices(occasion: Occasion): Promise<Approved> {
  const { row, actor } = occasion
  const below = await linesBelow(occasion)
  const belowFloor = below.length > 0
  if (!belowFloor || row.priceApprovedBy !== null) return { belowFloor }
  if (actor.approves.has(order.name)) return { belowFloor, priceApprovedBy: actor.id }
  const isSeen = reveals(product, 'floorPrice', actor)
  throw invalid(
    Object.fromEntries(
      below.map(({ at, floor }) => [
        `lines.${at}.unitPrice`,
        `${isSeen ? `The floor is ${(floor / 100).toFixed(2)}` : 'This is below the floor price'}: somebody who may approve has to say yes.`,
      ]),
    ),
  )
}
