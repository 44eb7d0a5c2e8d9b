import { expect } from 'vitest'
import type { Inquiry } from '#contract/modules/sales/inquiry.ts'
import type { OrderCancel } from '#contract/modules/sales/order-cancel.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { amountsOf } from '#contract/totals.ts'
import type { Shop } from './shop.ts'

/** What was made by now, by its ids. */
export type Sales = { inquiries: number[]; orders: number[]; cancels: number[] }

/** No device is meant for two and none is lost; sums of an order follow from its lines and its payments. */
export async function holdSales(shop: Shop, { orders, inquiries, cancels }: Sales, count: number): Promise<void> {
  const units = await shop.sql<{ stage: string; order: number | null; line: number | null }>(
    'select stage, "order", order_line as line from unit',
  )
  expect(units).toHaveLength(count)
  for (const { stage, order } of units) expect(stage).toBe(order === null ? 'inStock' : 'allocated')
  for (const id of orders) {
    const sale = (await shop.read('order', id)) as unknown as Order
    const [line] = sale.lines
    const held = units.filter(({ line: of }) => of === line!.id).length
    expect(line!.allocated ?? 0).toBe(held)
    expect((line!.allocated ?? 0) + (line!.cancelled ?? 0)).toBeLessThanOrEqual(line!.qty)
    expect(sale.total).toBe(amountsOf(pricedOf(sale as unknown as Record<string, unknown>)).total)
    const [sums] = await shop.sql<{ paid: number; remitted: number; cash: number; counter: number; back: number }>(
      `select coalesce(sum(case kind when 'receipt' then 1 when 'refund' then -1 else 0 end
           * case when reverses is null then amount else -amount end), 0)::int as paid,
         coalesce(sum(case when kind = 'remittance'
           then case when reverses is null then amount else -amount end else 0 end), 0)::int as remitted,
         coalesce(sum(case when kind = 'receipt' and mode = 'cash'
           then case when reverses is null then amount else -amount end else 0 end), 0)::int as cash,
         coalesce(sum(case when kind = 'receipt' and mode = 'cash' and courier is null
           then case when reverses is null then amount else -amount end else 0 end), 0)::int as counter,
         coalesce(sum(case when kind = 'refund' and mode = 'cash'
           then case when reverses is null then amount else -amount end else 0 end), 0)::int as back
       from payment where "order" = $1`,
      [id],
    )
    expect([sale.paid, sale.balance]).toEqual([sums!.paid, (sale.total ?? 0) - sums!.paid])
    const desks = await shop.sql<{ expected: number; collected: number; remitted: number }>(
      'select expected::int, collected::int, remitted::int from cash_order where "order" = $1',
      [id],
    )
    // Of cash that was given back only what neither the bank nor a courier has is missing in the drawer.
    const inDrawer = Math.max(Math.min(sums!.cash - sums!.remitted, sums!.counter), 0)
    const collected = sums!.cash - Math.min(sums!.back, inDrawer)
    for (const desk of desks)
      expect(desk).toEqual({
        expected: (sale.total ?? 0) - (sums!.paid - collected),
        collected,
        remitted: sums!.remitted,
      })
    const isWhole = line!.qty === (line!.cancelled ?? 0)
    if (isWhole) expect(sale.stage).toBe('cancelled')
  }
  await holdInquiries(shop, inquiries)
  await holdCancels(shop, cancels)
}

/** An inquiry is one order or none, and whoever became one is contacted no more. */
async function holdInquiries(shop: Shop, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const asked = (await shop.read('inquiry', id)) as unknown as Inquiry
    const of = await shop.sql<{ id: number }>(
      "select id from sales_order where inquiry = $1 and not (stage = 'cancelled' and confirmed_on is null)",
      [id],
    )
    expect(of.map(({ id }) => id)).toEqual(asked.order === null ? [] : [asked.order])
    expect(asked.stage === 'converted').toBe(asked.order !== null)
    if (asked.order !== null) expect(asked.nextContactAt).toBeNull()
  }
}

/** What was paid back for a cancellation is never more than was owed, and what is refused or only asked for pays nothing. */
async function holdCancels(shop: Shop, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const { stage, lines, refundDue, refunded } = (await shop.read('orderCancel', id)) as unknown as OrderCancel
    expect(lines).not.toEqual([])
    expect(refunded ?? 0).toBeLessThanOrEqual(refundDue ?? 0)
    if (stage === 'refunded') expect(refunded).toBeGreaterThan(0)
    if (['requested', 'rejected', 'refundPending'].includes(stage)) expect(refunded ?? 0).toBe(0)
  }
}
