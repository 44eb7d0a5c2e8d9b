import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderCancel } from '#contract/modules/sales/order-cancel.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { amountsOf } from '#contract/totals.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { openShop, type Shop } from '../support/shop.ts'

/**
 * Whatever people do to orders in whatever order, also what is refused: no device is meant for two, none is lost, what an
 * order comes to follows from its lines, and what it was paid is the sum of its payments.
 */
let shop: Shop
let product: number
let bank: number
beforeAll(async () => {
  shop = await openShop()
  product = (await shop.make('product', { sku: 'KW', name: 'Massager', price: 100_000, taxRate: 1800 })).id
  bank = (await shop.make('bank', { name: 'State Bank' })).id
  for (let n = 0; n < UNITS; n += 1) await shop.make('unit', { serial: `U-${n}`, product })
})
afterAll(() => shop?.server.close())

const UNITS = 6
type Deed =
  | { kind: 'make'; qty: number; discount: number; cash: boolean }
  | { kind: 'move'; at: number; name: string }
  | { kind: 'pay'; at: number; amount: number; refund: boolean }
  | { kind: 'takeBack'; at: number }
  | { kind: 'cancel'; at: number; qty: number; approve: boolean }
  | { kind: 'collect'; at: number; amount: number }
  | { kind: 'remit'; at: number; amount: number }

const at = fc.nat(5)
const amount = fc.integer({ min: 1, max: 250_000 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    kind: fc.constant('make' as const),
    qty: fc.integer({ min: 1, max: 4 }),
    discount: fc.integer({ min: 0, max: 50_000 }),
    cash: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    at,
    name: fc.constantFrom('confirm', 'confirmShort', 'allocate', 'pack', 'hold', 'resume', 'drop', 'close'),
  }),
  fc.record({ kind: fc.constant('pay' as const), at, amount, refund: fc.boolean() }),
  fc.record({ kind: fc.constant('takeBack' as const), at }),
  fc.record({ kind: fc.constant('cancel' as const), at, qty: fc.integer({ min: 1, max: 3 }), approve: fc.boolean() }),
  fc.record({ kind: fc.constant('collect' as const), at, amount }),
  fc.record({ kind: fc.constant('remit' as const), at, amount }),
)

async function act(one: Deed, orders: number[]): Promise<void> {
  // Refusals are part of it; only what nobody foresaw is not.
  const say = async (path: string, input: object) => {
    const answer = await shop.ask('POST', path, input)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
    return answer
  }
  if (one.kind === 'make') {
    const { qty, discount, cash } = one
    const lines = [{ product, qty, unitPrice: 100_000, discount }]
    const whole = { discount: Math.floor(discount / 2), shippingFee: discount }
    const paymentMode = cash ? 'cashOnDelivery' : 'prepaid'
    const { status, body } = await say('/order', { name: 'Asha', phone: '98765 43210', lines, paymentMode, ...whole })
    if (status === 201) orders.push(body.id)
    return
  }
  const id = orders[one.at % Math.max(orders.length, 1)]
  if (id === undefined) return
  const [desk] = await shop.sql<{ id: number }>('select id from cash_order where "order" = $1', [id])
  if (one.kind === 'move') await say(`/order/${id}/${one.name}`, one.name === 'hold' ? { holdReason: 'Waits' } : {})
  else if (one.kind === 'pay')
    await say('/payment', { order: id, amount: one.amount, kind: one.refund ? 'refund' : 'receipt' })
  else if (one.kind === 'takeBack') {
    const [paid] = await shop.sql<{ id: number; amount: number; kind: string }>(
      'select id, amount::int, kind from payment where "order" = $1 and reverses is null order by id desc limit 1',
      [id],
    )
    if (paid) await say('/payment', { order: id, amount: paid.amount, kind: paid.kind, reverses: paid.id })
  } else if (one.kind === 'cancel') {
    const sale = (await shop.read('order', id)) as unknown as Order
    const lines = [{ line: sale.lines[0]!.id, qty: one.qty }]
    const { status, body } = await say('/order-cancel', { order: id, lines, reason: 'Changed mind' })
    if (status === 201 && one.approve) await say(`/order-cancel/${body.id}/approve`, {})
  } else if (desk && one.kind === 'collect') await say(`/cash-order/${desk.id}/collect`, { amount: one.amount })
  else if (desk) await say(`/cash-order/${desk.id}/remit`, { amount: one.amount, bank })
}

async function holds(orders: readonly number[]): Promise<void> {
  const units = await shop.sql<{ stage: string; order: number | null; line: number | null }>(
    'select stage, "order", order_line as line from unit',
  )
  expect(units).toHaveLength(UNITS)
  for (const { stage, order } of units) expect(stage).toBe(order === null ? 'inStock' : 'allocated')
  for (const id of orders) {
    const sale = (await shop.read('order', id)) as unknown as Order
    const [line] = sale.lines
    const held = units.filter(({ line: of }) => of === line!.id).length
    expect(line!.allocated ?? 0).toBe(held)
    expect((line!.allocated ?? 0) + (line!.cancelled ?? 0)).toBeLessThanOrEqual(line!.qty)
    expect(sale.total).toBe(amountsOf(pricedOf(sale as unknown as Record<string, unknown>)).total)
    const [sums] = await shop.sql<{ paid: number; remitted: number; cash: number }>(
      `select coalesce(sum(case kind when 'receipt' then 1 when 'refund' then -1 else 0 end
           * case when reverses is null then amount else -amount end), 0)::int as paid,
         coalesce(sum(case when kind = 'remittance'
           then case when reverses is null then amount else -amount end else 0 end), 0)::int as remitted,
         coalesce(sum(case when kind = 'receipt' and mode = 'cash'
           then case when reverses is null then amount else -amount end else 0 end), 0)::int as cash
       from payment where "order" = $1`,
      [id],
    )
    expect([sale.paid, sale.balance]).toEqual([sums!.paid, (sale.total ?? 0) - sums!.paid])
    const desks = await shop.sql<{ expected: number; collected: number; remitted: number }>(
      'select expected::int, collected::int, remitted::int from cash_order where "order" = $1',
      [id],
    )
    for (const desk of desks)
      expect(desk).toEqual({
        expected: (sale.total ?? 0) - (sums!.paid - sums!.cash),
        collected: sums!.cash,
        remitted: sums!.remitted,
      })
    const isWhole = line!.qty === (line!.cancelled ?? 0)
    if (isWhole) expect(sale.stage).toBe('cancelled')
  }
  const open = await shop.sql<OrderCancel>("select lines from order_cancel where lines = '[]'")
  expect(open).toEqual([])
}

test('stock and money add up after every deed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 18 }), async deeds => {
      await shop.sql(`update unit set stage = 'inStock', "order" = null, order_line = null`)
      const orders: number[] = []
      for (const one of deeds) {
        await act(one, orders)
        await holds(orders)
      }
    }),
    { numRuns: 40 },
  )
}, 600_000)
