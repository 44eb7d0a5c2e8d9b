import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderInvoice } from '#contract/modules/money/order-invoice.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { openShop, type Shop } from '../support/shop.ts'

/**
 * Whatever is invoiced, credited, paid, cancelled and made void in whatever order, also what is refused: no piece is asked
 * for twice, what was paid lies on the oldest invoices, nothing is owed below nothing, and numbers have no gap.
 */
let shop: Shop
let product: number
beforeAll(async () => {
  shop = await openShop()
  const input = { sku: 'CAP', name: 'Cap', price: 3_333, taxRate: 1800, serialised: false }
  product = (await shop.make('product', input)).id
})
afterAll(() => shop?.server.close())

type Deed =
  | { kind: 'draft'; as: 'invoice' | 'proforma'; line: number; qty: number | null }
  | { kind: 'credit'; at: number; qty: number | null }
  | { kind: 'issue' | 'void' | 'archive'; at: number }
  | { kind: 'pay'; amount: number; refund: boolean }
  | { kind: 'takeBack' }
  | { kind: 'cancel'; line: number; qty: number }

const at = fc.nat(7)
const line = fc.nat(1)
const some = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('draft' as const),
      as: fc.constantFrom('invoice', 'invoice', 'invoice', 'proforma'),
      line,
      qty: some,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('credit' as const), at, qty: some }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('issue', 'issue', 'issue', 'void', 'archive'), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      amount: fc.integer({ min: 1, max: 25_000 }),
      refund: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('takeBack' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), line, qty: fc.integer({ min: 1, max: 2 }) }),
  },
)
const begun = fc.record({
  taxIncluded: fc.boolean(),
  discount: fc.integer({ min: 0, max: 5_000 }),
  shippingFee: fc.integer({ min: 0, max: 9_999 }),
  off: fc.integer({ min: 0, max: 3_333 }),
})

const read = async (id: number) => (await shop.read('order', id)) as unknown as Order
const documents = async (order: number): Promise<OrderInvoice[]> => {
  const { body } = await shop.ask('GET', `/order-invoice?filter[order]=${order}&sort=createdAt&limit=100`)
  return (body as unknown as { rows: OrderInvoice[] }).rows
}
// Refusals are part of it; only what nobody foresaw is not.
async function say(path: string, input: object) {
  const answer = await shop.ask('POST', path, input)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
  return answer
}

async function act(one: Deed, id: number): Promise<void> {
  const sale = await read(id)
  const docs = await documents(id)
  const picked = 'at' in one ? docs[one.at % Math.max(docs.length, 1)] : undefined
  const lines = (of: number, qty: number | null) => (qty === null ? [] : [{ line: sale.lines[of]!.id, qty }])
  if (one.kind === 'draft') await say('/order-invoice', { order: id, kind: one.as, lines: lines(one.line, one.qty) })
  else if (one.kind === 'credit' && picked)
    await say('/order-invoice', {
      order: id,
      kind: 'creditNote',
      against: picked.id,
      reason: 'Damaged',
      lines: lines(0, one.qty),
    })
  else if (one.kind === 'archive' && picked) await shop.ask('DELETE', `/order-invoice/${picked.id}`)
  else if ((one.kind === 'issue' || one.kind === 'void') && picked)
    await say(`/order-invoice/${picked.id}/${one.kind}`, one.kind === 'void' ? { voidReason: 'Wrong' } : {})
  else if (one.kind === 'pay')
    await say('/payment', { order: id, amount: one.amount, kind: one.refund ? 'refund' : 'receipt', isOver: true })
  else if (one.kind === 'takeBack') {
    const [paid] = await shop.sql<{ id: number; amount: number; kind: string }>(
      'select id, amount::int, kind from payment where "order" = $1 and reverses is null order by id desc limit 1',
      [id],
    )
    if (paid) await say('/payment', { order: id, amount: paid.amount, kind: paid.kind, reverses: paid.id })
  } else if (one.kind === 'cancel') {
    const { status, body } = await say('/order-cancel', { order: id, lines: lines(one.line, one.qty), reason: 'x' })
    if (status === 201) await say(`/order-cancel/${body.id}/approve`, {})
  }
}

const sum = (amounts: readonly (number | null)[]) => amounts.reduce((all: number, one) => all + (one ?? 0), 0)

async function holds(id: number, wasCancelled: boolean): Promise<void> {
  const sale = await read(id)
  const docs = await documents(id)
  const isOut = ({ stage }: OrderInvoice) => stage !== 'draft' && stage !== 'void'
  const invoices = docs.filter(one => one.kind === 'invoice' && isOut(one))
  const credits = docs.filter(one => one.kind === 'creditNote' && isOut(one))
  const qtyOf = (all: readonly OrderInvoice[], of: number) =>
    sum(all.flatMap(one => one.lines.filter(line => line.line === of).map(({ qty }) => qty)))
  for (const { id: of, qty, discount } of sale.lines) {
    expect(qtyOf(invoices, of) - qtyOf(credits, of)).toBeLessThanOrEqual(qty)
    expect(qtyOf(credits, of)).toBeLessThanOrEqual(qtyOf(invoices, of))
    if (credits.length === 0 && !wasCancelled)
      expect(
        sum(invoices.flatMap(one => one.lines.filter(line => line.line === of).map(line => line.discount))),
      ).toBeLessThanOrEqual(discount)
  }
  for (const one of docs) {
    expect(one.taxable! + one.tax! + one.roundOff!).toBe(one.total)
    expect(one.lines.every(({ discount }) => discount! >= 0)).toBe(true)
    expect(Math.min(one.discount, one.fees, one.total!)).toBeGreaterThanOrEqual(0)
  }
  let left = Math.max(sale.paid ?? 0, 0)
  for (const one of invoices.toSorted((a, b) => a.issuedAt!.localeCompare(b.issuedAt!) || a.id - b.id)) {
    const credited = sum(credits.filter(({ against }) => against === one.id).map(({ total }) => total))
    const due = one.total! - credited
    const paid = Math.min(Math.max(due, 0), left)
    left -= paid
    expect(one).toMatchObject({ credited, paid, outstanding: due - paid })
    expect(one.outstanding).toBeGreaterThanOrEqual(0)
    expect(one.stage).toBe(paid === due ? 'paid' : paid > 0 ? 'partPaid' : 'issued')
  }
  const isWhole = sale.lines.every(({ id: of, qty, cancelled }) => qtyOf(invoices, of) === qty - (cancelled ?? 0))
  const said = sum(invoices.map(({ fees }) => fees))
  if (isWhole && credits.length === 0 && !wasCancelled && said === sale.shippingFee)
    expect(sum(invoices.map(({ total }) => total))).toBe(sale.total)
  const numbers = await shop.sql<{ number: string }>(
    `select number from order_invoice where number is not null order by number`,
  )
  for (const series of ['INV', 'CN', 'PF']) {
    const mine = numbers.filter(({ number }) => number.startsWith(`${series}/`))
    expect(mine.map(({ number }) => Number(number.slice(-5)))).toEqual(mine.map((_, n) => n + 1))
  }
}

test('invoices, what is paid and what is credited add up after every deed', async () => {
  await fc.assert(
    fc.asyncProperty(begun, fc.array(deed, { minLength: 6, maxLength: 20 }), async ({ off, ...whole }, deeds) => {
      const lines = [
        { product, qty: 4, unitPrice: 3_333, discount: off },
        { product, qty: 2, unitPrice: 1_999, taxRate: 500 },
      ]
      const { id } = await shop.make('order', { name: 'Asha', phone: '98765 43210', lines, ...whole })
      await shop.move('order', id, 'confirmShort')
      for (const [n, one] of deeds.entries()) {
        await act(one, id)
        await holds(
          id,
          deeds.slice(0, n + 1).some(({ kind }) => kind === 'cancel'),
        )
      }
    }),
    { numRuns: 40 },
  )
}, 600_000)
