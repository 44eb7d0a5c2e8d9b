import { leftToPack } from '#contract/modules/stock/dispatch-left.ts'
import { takesMore } from '#contract/modules/stock/dispatch-surplus.ts'
import type { Product } from '#contract/modules/catalogue/product.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import type { Dispatch, DispatchItem } from '#contract/modules/stock/dispatch.ts'
import { invalid } from '#server/crud/invalid.ts'

/**
 * What each line of the order still has for a dispatch: neither cancelled, nor gone, nor in another one. A change of what was
 * good before only has to add nothing (`before`).
 */
export function refuseItems(
  { items }: Dispatch,
  sale: Order,
  others: readonly Dispatch[],
  before: readonly DispatchItem[] = [],
): void {
  const wrong: Record<string, string> = {}
  const lines = new Map(sale.lines.map(line => [line.id, line]))
  const left = new Map(leftToPack(sale, others).map(one => [one.line, one.qty]))
  const sofar = new Map<number, number>()
  for (const [at, { line: id, product, qty }] of items.entries()) {
    if (id === null) continue
    const line = lines.get(id)
    const open = left.get(id) ?? 0
    const asked = (sofar.get(id) ?? 0) + qty
    sofar.set(id, asked)
    if (line && line.product !== product) wrong[`items.${at}.product`] = 'This line of the order is another product.'
    else if (asked <= open || !takesMore(id, items, before, open)) continue
    else if (!line) wrong[`items.${at}.line`] = 'This is a line of another order.'
    else if (line.qty === (line.cancelled ?? 0)) wrong[`items.${at}.line`] = 'This line is cancelled.'
    else wrong[`items.${at}.qty`] = sayLeft(open)
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

const sayLeft = (left: number): string =>
  left === 0
    ? 'Nothing of this line is left to dispatch.'
    : `Only ${left} ${left === 1 ? 'is' : 'are'} left to dispatch.`

/** Every piece that has a serial number was scanned, and nothing else was. */
export function refuseUnscanned({ items }: Dispatch, products: ReadonlyMap<number, Product>): void {
  const wrong: Record<string, string> = {}
  for (const [at, { product, qty, units }] of items.entries()) {
    const of = products.get(product ?? 0)
    const wanted = of?.serialised === false ? 0 : qty
    if (units.length !== wanted) wrong[`items.${at}.units`] = `${of?.name}: ${units.length} of ${wanted} are scanned.`
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}
