import { bills, type Invoice } from '#contract/modules/money/billed.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { problem } from '#contract/problem.ts'
import { amountsOf } from '#contract/totals.ts'
import { productsOf } from '#server/flows/allocation.ts'
import type { Asks, Billing, Ground } from './billing.ts'
import { buyerOf } from './invoice-snapshot.ts'

const saleOf = (row: unknown) => row as Order

/** An order is invoiced in as many parts as somebody likes, from the moment it is confirmed. */
export const orderBilling: Billing = {
  ...bills.order,
  series: { invoice: 'INV', creditNote: 'CN', proforma: 'PF' },
  atOnce: false,
  refuse(row) {
    const { stage, heldFrom } = saleOf(row)
    if (stage === 'draft' || (stage === 'onHold' && heldFrom === 'draft'))
      throw problem('not-now', 'This order is not confirmed yet.')
    if (stage === 'cancelled') throw problem('not-now', 'This order is cancelled.')
  },
  groundOf: row => wholeOrder(saleOf(row)),
  snapshotOf: (tx, row) => buyerOf(tx, saleOf(row)),
  async describer(tx, row, others) {
    const sale = saleOf(row)
    const products = await productsOf(tx, sale.lines)
    return async ({ line, qty, discount }) => {
      const { product, taxRate } = sale.lines.find(({ id }) => id === line)!
      const serials = await serialsOf(tx, sale, line, qty, others)
      return { product, name: null, hsn: products.get(product)?.hsn ?? null, serials, discount, taxRate }
    }
  },
}

/** What is not cancelled of an order, with what is left of its discounts and fees. */
export function wholeOrder(sale: Order): Ground {
  const amounts = amountsOf(pricedOf(sale))
  const lines = sale.lines.map(({ id, qty, cancelled, unitPrice }, at) => {
    const left = Math.max(qty - (cancelled ?? 0), 0)
    return { line: id, qty: left, unitPrice, discount: left * unitPrice - amounts.lines[at]!.net }
  })
  const { discount, fees, total } = amounts
  return {
    whole: { lines, discount, fees: fees.net, total },
    feeRate: fees.rate,
    taxIncluded: sale.taxIncluded,
  }
}

/** The devices of a line that no other invoice names and that nothing took the place of, those that have left first. */
async function serialsOf(
  tx: Asks,
  sale: Order,
  line: number,
  qty: number,
  others: readonly Invoice[],
): Promise<string | null> {
  const units = await tx.also<{ serial: string }>(
    `select serial from unit where "order" = $1 and order_line = $2 and replaced_by is null
     order by stage = 'allocated', serial`,
    [sale.id, line],
  )
  const isNaming = ({ kind, stage, archivedAt }: Invoice) =>
    kind === 'invoice' && stage !== 'void' && archivedAt === null
  const named = new Set(
    others.filter(isNaming).flatMap(one => one.lines.filter(of => of.line === line).flatMap(of => listed(of.serials))),
  )
  const free = units.map(({ serial }) => serial).filter(serial => !named.has(serial))
  return fitting(free.slice(0, qty))
}

/** As many of them as the field takes, each whole. */
function fitting(serials: readonly string[]): string | null {
  let said = ''
  for (const serial of serials) {
    const more = said === '' ? serial : `${said}, ${serial}`
    if (more.length > 2_000) break
    said = more
  }
  return said === '' ? null : said
}

const listed = (serials: string | null | undefined) => serials?.split(', ') ?? []
