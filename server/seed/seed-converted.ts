import type { Row } from '#contract/module.ts'
import { modules } from '#contract/modules/index.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import type { Ground, Maker } from './maker.ts'
import type { Series } from './series.ts'

const DAY = 86_400_000
/** One in so many orders was an inquiry first. */
const SHARE = 9

/** The inquiries that became orders: their people asked some days before, were called once, and bought. */
export async function askedBefore(
  maker: Maker,
  { item, admin }: Ground,
  orders: readonly Row[],
  numbers: Series,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const row of orders.filter(({ stage }, at) => at % SHARE === 0 && stage !== 'cancelled')) {
    const sale = row as unknown as Order
    const by = sale.assignedTo ?? admin
    const daysBefore = (days: number) => new Date(Date.parse(row.createdAt) - days * DAY).toISOString()
    const products = []
    for (const { product, colour, qty, unitPrice } of sale.lines)
      products.push({ id: await maker.nextId(), product, colour, qty, quoted: unitPrice, note: null })
    const contact = { mode: 'call', outcome: 'interested', note: 'Wants to order.', at: daysBefore(1), by } as const
    const made = await maker.row(
      modules.inquiry,
      {
        name: sale.name,
        phone: sale.phone,
        email: sale.email,
        customer: sale.customer,
        source: sale.source ?? item('source', 'Phone'),
        type: item('type', 'Product'),
        status: item('inquiryStatus', 'Converted'),
        assignedTo: by,
        products,
        address: sale.address,
        area: sale.area,
        city: sale.city,
        state: sale.state,
        pincode: sale.pincode,
        dealerBranch: sale.dealerBranch,
        contactLog: [{ id: await maker.nextId(), ...contact }],
      },
      daysBefore(3),
      {
        number: numbers.next('INQ', daysBefore(3)),
        stage: 'converted',
        order: row.id,
        createdBy: by,
        updatedAt: row.createdAt,
        updatedBy: by,
      },
    )
    row.inquiry = made.id
    rows.push(made)
  }
  return rows
}
