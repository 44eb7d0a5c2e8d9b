import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { CashOrder } from '#contract/modules/money/cash-order.ts'
import type { OrderCancel } from '#contract/modules/sales/order-cancel.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

type Input = Record<string, unknown>
let shop: Shop
let device: Row
let bank: Row
let count = 0
beforeAll(async () => {
  shop = await openShop()
  device = await shop.make('product', { sku: 'KW-PRO', name: 'Massager', price: 100_000, taxRate: 1800 })
  bank = await shop.make('bank', { name: 'State Bank' })
})
afterAll(() => shop?.server.close())
beforeEach(() => shop.sql('update unit set archived_at = now() where archived_at is null'))

const stock = (pieces: number) =>
  Promise.all(
    Array.from({ length: pieces }, () => shop.make('unit', { serial: `M-${(count += 1)}`, product: device.id })),
  )
/** An order of so many pieces that is confirmed, with everything in stock. */
async function sold(qty: number, over: Input = {}): Promise<Order> {
  await stock(qty)
  const lines = [{ product: device.id, qty, unitPrice: 100_000 }]
  const made = await shop.make('order', { name: 'Asha', phone: '98765 43210', lines, ...over })
  return (await shop.move('order', made.id, 'confirm')) as unknown as Order
}
const read = async (id: number) => (await shop.read('order', id)) as unknown as Order
const pay = (sale: { id: number }, amount: number, over: Input = {}) =>
  shop.ask('POST', '/payment', { order: sale.id, amount, ...over })
const cashOf = async ({ id }: { id: number }): Promise<CashOrder> => {
  const { body } = await shop.ask('GET', `/cash-order?filter[order]=${id}`)
  return (body as unknown as { rows: CashOrder[] }).rows[0]!
}
const cancel = (sale: Order, qty: number, over: Input = {}) =>
  shop.ask('POST', '/order-cancel', {
    order: sale.id,
    reason: 'Changed mind',
    lines: [{ line: sale.lines[0]!.id, qty }],
    ...over,
  })
const devices = async (stage: string) =>
  (
    await shop.sql<{ n: number }>('select count(*)::int as n from unit where stage = $1 and archived_at is null', [
      stage,
    ])
  )[0]!.n

describe('a payment', () => {
  it('goes back, or is taken back, by somebody who may approve, and comes to the bank by the money desk', async () => {
    const sale = await sold(1)
    const { body: first } = await pay(sale, 40_000)
    const clerk = await signedIn(shop.server, { permissions: ['203-a', '203-b'] })
    const ask = (input: Input) => shop.ask('POST', '/payment', { order: sale.id, amount: 40_000, ...input }, clerk)
    expect((await ask({ kind: 'refund' })).status).toBe(403)
    expect((await ask({ reverses: first.id })).status).toBe(403)
    expect((await pay(sale, 40_000, { kind: 'remittance' })).body.fields).toHaveProperty('kind')
    expect((await ask({})).status).toBe(201)
  })

  it('that came another way than in cash is not expected at the money desk', async () => {
    const sale = await sold(1, { paymentMode: 'cashOnDelivery' })
    await pay(sale, 30_000, { mode: 'upi' })
    expect(await cashOf(sale)).toMatchObject({ expected: 70_000, collected: 0, toCollect: 70_000, toRemit: 0 })
  })

  it('is added to what the order was paid, also when many come at once', async () => {
    const sale = await sold(1)
    expect(sale.paymentState).toBe('unpaid')
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(sale, 10_000)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await read(sale.id)).toMatchObject({ paid: 80_000, balance: 20_000, paymentState: 'partPaid' })
  })

  it('of more than is due is refused until somebody says that it is right', async () => {
    const sale = await sold(1)
    const refused = async (amount: number) => (await pay(sale, amount)).body.fields
    expect(await refused(100_001)).toEqual({ amount: 'Only 1000.00 is due. Say that it is right, if it is.' })
    expect(await refused(0)).toEqual({ amount: 'Write how much it is.' })
    expect((await pay(sale, 100_001, { isOver: true })).status).toBe(201)
    expect(await read(sale.id)).toMatchObject({ balance: -1 })
  })

  it('is taken back once, and as a whole', async () => {
    const sale = await sold(1)
    const { body: first } = await pay(sale, 40_000)
    expect((await pay(sale, 10_000, { reverses: first.id })).status).toBe(400)
    expect((await pay(sale, 40_000, { reverses: first.id })).status).toBe(201)
    expect(await read(sale.id)).toMatchObject({ paid: 0, balance: 100_000 })
    expect((await pay(sale, 40_000, { reverses: first.id })).status).toBe(400)
  })
})

describe('the money desk', () => {
  it('knows a confirmed order that is paid in cash, from what is expected to the bank', async () => {
    const sale = await sold(1, { paymentMode: 'cashOnDelivery' })
    const desk = await cashOf(sale)
    expect(desk).toMatchObject({
      number: sale.number,
      expected: 100_000,
      collected: 0,
      toCollect: 100_000,
      stage: 'toCollect',
    })
    const move = async (action: string, args: Input) =>
      (await shop.move('cashOrder', desk.id, action, args)) as unknown as CashOrder
    expect(await move('collect', { amount: 60_000 })).toMatchObject({
      collected: 60_000,
      toCollect: 40_000,
      stage: 'toCollect',
    })
    expect(await move('collect', { amount: 40_000 })).toMatchObject({
      toCollect: 0,
      toRemit: 100_000,
      stage: 'toRemit',
    })
    expect(await read(sale.id)).toMatchObject({ paid: 100_000, balance: 0 })
    const tooMuch = await shop.ask('POST', `/cash-order/${desk.id}/remit`, { amount: 100_001, bank: bank.id })
    expect(tooMuch.body.fields).toEqual({ amount: 'Only 1000.00 was collected and is not with the bank.' })
    expect(await move('remit', { amount: 100_000, bank: bank.id, reference: 'UTR 1' })).toMatchObject({
      toRemit: 0,
      stage: 'settled',
    })
  })

  it('is said to have collected and brought it, and what else comes of payments is a change', async () => {
    const sale = await sold(1, { paymentMode: 'cash' })
    const { id } = await cashOf(sale)
    await shop.move('cashOrder', id, 'collect', { amount: 60_000, remark: 'At the door' })
    await pay(sale, 40_000)
    await shop.move('cashOrder', id, 'remit', { amount: 100_000, bank: bank.id })
    const { body } = await shop.ask('GET', `/cash-order/${id}/history`)
    const { entries } = body as unknown as { entries: { action: string; after: Input }[] }
    expect(entries).toMatchObject([
      { action: 'remit', after: { remitted: 100_000, stage: 'settled' } },
      { action: 'change', after: { collected: 100_000, stage: 'toRemit' } },
      { action: 'collect', after: { collected: 60_000 } },
      { action: 'create' },
    ])
    // The order is not what the wish was about.
    const told = await shop.ask('GET', `/order/${sale.id}/history`)
    const { entries: ofOrder } = told.body as unknown as { entries: { action: string }[] }
    expect(ofOrder.map(({ action }) => action)).not.toContain('collect')
  })

  it('says when more was collected than expected', async () => {
    const sale = await sold(1, { paymentMode: 'cash' })
    const { id } = await cashOf(sale)
    expect((await shop.ask('POST', `/cash-order/${id}/collect`, { amount: 100_500 })).body.fields).toEqual({
      amount: 'Only 1000.00 is due. Say that it is right, if it is.',
    })
    expect(await shop.move('cashOrder', id, 'collect', { amount: 100_500, isOver: true })).toMatchObject({
      stage: 'difference',
    })
  })

  it('is told once of what was collected and brought, however many say so at once', async () => {
    const sale = await sold(1, { paymentMode: 'cash' })
    const { id } = await cashOf(sale)
    const twenty = async (action: string, args: Input) => {
      const ask = () => shop.ask('POST', `/cash-order/${id}/${action}`, args)
      const answers = await Promise.all(Array.from({ length: 20 }, ask))
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      return answers.filter(({ status }) => status === 200).length
    }
    expect(await twenty('collect', { amount: 100_000 })).toBe(1)
    expect(await twenty('remit', { amount: 100_000, bank: bank.id })).toBe(1)
    expect(await cashOf(sale)).toMatchObject({ stage: 'settled', collected: 100_000, remitted: 100_000 })
    expect(await read(sale.id)).toMatchObject({ paid: 100_000, balance: 0 })
  })

  it('brings no cash to the bank that was given back; what is there already stays', async () => {
    const over = await sold(1, { paymentMode: 'cash' })
    const { id } = await cashOf(over)
    await shop.move('cashOrder', id, 'collect', { amount: 100_500, isOver: true })
    expect((await pay(over, 500, { kind: 'refund' })).status).toBe(201)
    expect(await cashOf(over)).toMatchObject({ stage: 'toRemit', expected: 100_000, toRemit: 100_000 })
    const remitted = await shop.move('cashOrder', id, 'remit', { amount: 100_000, bank: bank.id })
    expect(remitted).toMatchObject({ stage: 'settled' })

    const gone = await sold(1, { paymentMode: 'cash' })
    const desk = await cashOf(gone)
    await shop.move('cashOrder', desk.id, 'collect', { amount: 100_000 })
    await shop.move('cashOrder', desk.id, 'remit', { amount: 100_000, bank: bank.id })
    const { body } = await cancel(gone, 1)
    await shop.move('orderCancel', body.id, 'approve')
    await shop.move('orderCancel', body.id, 'refund', { refundMode: 'cash' })
    expect(await cashOf(gone)).toMatchObject({ stage: 'settled', collected: 100_000, remitted: 100_000 })
  })

  it('gets all of what a courier collected, though the house gave some of it back', async () => {
    const carrier = await shop.make('courier', { label: 'Shree Maruti' })
    const over = await sold(1, { paymentMode: 'cashOnDelivery' })
    const { id } = await cashOf(over)
    await shop.move('cashOrder', id, 'collect', { amount: 100_500, isOver: true, courier: carrier.id })
    expect((await pay(over, 500, { kind: 'refund' })).status).toBe(201)
    expect(await cashOf(over)).toMatchObject({ stage: 'toRemit', collected: 100_500, courier: carrier.id })
    const remitted = await shop.move('cashOrder', id, 'remit', { amount: 100_500, bank: bank.id })
    expect(remitted).toMatchObject({ stage: 'settled', toRemit: 0, toCollect: 0 })
  })

  it('has what was collected last in cash, by whom and when, whatever else was paid or is taken back', async () => {
    const carrier = await shop.make('courier', { label: 'Delhivery' })
    const other = await shop.make('courier', { label: 'Blue Dart' })
    const sale = await sold(1, { paymentMode: 'cashOnDelivery' })
    const { id } = await cashOf(sale)
    const collect = (args: Input) => shop.move('cashOrder', id, 'collect', { amount: 20_000, ...args })
    const last = { courier: carrier.id, collectedOn: '2026-01-05' }
    expect(await collect({ courier: carrier.id, paidOn: '2026-01-05' })).toMatchObject(last)
    expect(await collect({ mode: 'upi', courier: other.id, paidOn: '2026-01-06' })).toMatchObject(last)
    const { body: counter } = await pay(sale, 20_000, { paidOn: '2026-01-07' })
    expect(await cashOf(sale)).toMatchObject({ courier: null, collectedOn: '2026-01-07' })
    await pay(sale, 20_000, { reverses: counter.id })
    expect(await cashOf(sale)).toMatchObject(last)
  })

  it('is worked by whoever may change it, without a right to payments or orders', async () => {
    const { id } = await cashOf(await sold(1, { paymentMode: 'cash' }))
    const desk = await signedIn(shop.server, { permissions: ['21-a', '21-c'] })
    const collected = await shop.ask('POST', `/cash-order/${id}/collect`, { amount: 100_000 }, desk)
    expect(collected).toMatchObject({ status: 200, body: { collected: 100_000, toCollect: 0 } })
    expect((await shop.ask('POST', '/payment', { order: collected.body.order, amount: 1 }, desk)).status).toBe(403)
  })

  it('knows neither drafts nor orders that are paid otherwise', async () => {
    expect(await cashOf(await sold(1))).toBeUndefined()
    const lines = [{ product: device.id, qty: 1, unitPrice: 100_000 }]
    const draft = await shop.make('order', { name: 'A', phone: '98765 43210', lines, paymentMode: 'cash' })
    expect(await cashOf(draft)).toBeUndefined()
  })
})

describe('a cancellation', () => {
  it('changes nothing before it is approved; then less is due and the devices are free', async () => {
    const sale = await sold(3)
    const { status, body } = await cancel(sale, 2)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(await read(sale.id)).toMatchObject({ total: 300_000, items: 3 })
    expect(await shop.move('orderCancel', body.id, 'approve')).toMatchObject({ stage: 'closed', refundDue: 0 })
    const after = await read(sale.id)
    expect(after).toMatchObject({ total: 100_000, items: 1, stage: 'confirmed', missing: 0 })
    expect(after.lines[0]).toMatchObject({ qty: 3, cancelled: 2, allocated: 1 })
    expect([await devices('allocated'), await devices('inStock')]).toEqual([1, 2])
  })

  it('of everything ends the order, and pays back what was paid', async () => {
    const sale = await sold(2, { paymentMode: 'cash' })
    await pay(sale, 150_000)
    const { body } = await cancel(sale, 2)
    expect(await shop.move('orderCancel', body.id, 'approve')).toMatchObject({
      stage: 'refundPending',
      refundDue: 150_000,
    })
    expect(await read(sale.id)).toMatchObject({
      stage: 'cancelled',
      total: 0,
      balance: -150_000,
      paymentState: 'refundDue',
    })
    const args = { refundMode: 'upi', reference: 'UPI 7' }
    expect(await shop.move('orderCancel', body.id, 'refund', args)).toMatchObject({
      stage: 'refunded',
      refunded: 150_000,
    })
    expect(await read(sale.id)).toMatchObject({ paid: 0, balance: 0 })
    // The cash is here still: what was paid back went another way.
    expect(await cashOf(sale)).toMatchObject({ stage: 'toRemit', expected: 150_000, collected: 150_000 })
  })

  it('says where its money is, and keeps what somebody calls that', async () => {
    const status = Object.fromEntries(
      await Promise.all(
        ['notDue', 'due', 'paid', 'byPost'].map(async name => {
          const stage = name === 'byPost' ? 'paid' : name
          return [name, (await shop.make('refundStatus', { label: name, stage })).id] as const
        }),
      ),
    )
    const sale = await sold(1)
    await pay(sale, 100_000)
    const { body } = await cancel(sale, 1)
    expect(body).toMatchObject({ refundStatus: status.notDue })
    expect(await shop.move('orderCancel', body.id, 'approve')).toMatchObject({ refundStatus: status.due })
    const refunded = await shop.move('orderCancel', body.id, 'refund', { refundMode: 'upi' })
    expect([status.paid, status.byPost]).toContain(refunded.refundStatus)
    await shop.sql('update order_cancel set refund_status = $2 where id = $1', [body.id, status.byPost])
    expect(await shop.move('orderCancel', body.id, 'close')).toMatchObject({ refundStatus: status.byPost })
  })

  it('takes no more than is left, whoever else cancels at the same time', async () => {
    const sale = await sold(3)
    expect((await cancel(sale, 4)).body.fields).toEqual({ 'lines.0.qty': 'Only 3 left to cancel.' })
    expect((await cancel(sale, 0)).body.fields).toEqual({ 'lines.0.qty': 'Not below 1.' })
    expect((await cancel(sale, 1, { lines: [] })).body.fields).toHaveProperty('lines')
    const asked = await Promise.all([cancel(sale, 2), cancel(sale, 2)])
    const answers = await Promise.all(asked.map(({ body }) => shop.ask('POST', `/order-cancel/${body.id}/approve`, {})))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await read(sale.id)).lines[0]).toMatchObject({ cancelled: 2 })
  })

  it('takes its part of the discount on the whole, and leaves no fee where nothing is sent', async () => {
    const sale = await sold(2, { discount: 50_000, shippingFee: 12_000 })
    await pay(sale, 162_000)
    const first = await cancel(sale, 1)
    expect(await shop.move('orderCancel', first.body.id, 'approve')).toMatchObject({ refundDue: 75_000 })
    const rest = await cancel(sale, 1)
    // The first is not paid back yet, and is not owed twice.
    expect(await shop.move('orderCancel', rest.body.id, 'approve')).toMatchObject({ refundDue: 87_000 })
    for (const { body } of [first, rest]) await shop.move('orderCancel', body.id, 'refund', { refundMode: 'upi' })
    expect(await read(sale.id)).toMatchObject({ stage: 'cancelled', total: 0, paid: 0 })
  })

  it('closes where the money has gone back already', async () => {
    const sale = await sold(1)
    const { body: paid } = await pay(sale, 100_000)
    const { body } = await cancel(sale, 1)
    await shop.move('orderCancel', body.id, 'approve')
    await pay(sale, 100_000, { reverses: paid.id })
    expect(await shop.move('orderCancel', body.id, 'refund', { refundMode: 'upi' })).toMatchObject({
      stage: 'closed',
      refunded: 0,
    })
  })

  it('is not for a draft', async () => {
    const lines = [{ product: device.id, qty: 1, unitPrice: 100_000 }]
    const draft = (await shop.make('order', { name: 'A', phone: '98765 43210', lines })) as unknown as Order
    expect((await cancel(draft, 1)).status).toBeGreaterThanOrEqual(400)
    expect(((await shop.move('order', draft.id, 'drop')) as unknown as OrderCancel).stage).toBe('cancelled')
  })
})

describe('an order that is handed on', () => {
  it('takes its payments, cancellations and cash order along', async () => {
    const branch = await shop.make('dealerBranch', { name: 'Pune' })
    const sale = await sold(2, { paymentMode: 'cash' })
    const { body: paid } = await pay(sale, 10_000)
    const { body: asked } = await cancel(sale, 1)
    const changed = await shop.change('order', sale.id, { assignedTo: shop.person.userId, dealerBranch: branch.id })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const whose = { assignedTo: shop.person.userId, dealerBranch: branch.id }
    expect(await shop.read('payment', paid.id)).toMatchObject(whose)
    expect(await shop.read('orderCancel', asked.id)).toMatchObject(whose)
    expect(await cashOf(sale)).toMatchObject(whose)
  })
})

describe('what hangs on an order', () => {
  it('keeps it where it can be seen, and lets its customer be merged', async () => {
    const sale = await sold(1)
    expect((await shop.ask('DELETE', `/order/${sale.id}`)).status).toBe(422)
    const into = await shop.make('customer', { name: 'Asha', phones: [{ number: '+919811111111' }] })
    await shop.move('customer', sale.customer!, 'merge', { into: into.id })
    expect(await read(sale.id)).toMatchObject({ customer: into.id })
  })
})

describe('a device that was meant for an order', () => {
  it('stays what was sold and is not shipped without it', async () => {
    const sale = await sold(1)
    const [held] = await shop.sql<{ id: number }>(`select id from unit where "order" = $1`, [sale.id])
    const other = await shop.make('product', { sku: `OTHER-${count}`, name: 'Other', price: 1 })
    expect((await shop.ask('POST', `/unit/${held!.id}/ship`, {})).status).toBe(422)
    expect((await shop.ask('DELETE', `/unit/${held!.id}`)).status).toBe(422)
    expect((await shop.change('unit', held!.id, { product: other.id })).status).toBe(422)
  })

  it('is missing there when somebody takes it away', async () => {
    const sale = await sold(1)
    const [held] = await shop.sql<{ id: number }>(`select id from unit where "order" = $1`, [sale.id])
    expect(await shop.move('unit', held!.id, 'release')).toMatchObject({
      stage: 'inStock',
      order: null,
      orderLine: null,
    })
    expect(await read(sale.id)).toMatchObject({ missing: 1 })
    expect(await shop.move('order', sale.id, 'allocate')).toMatchObject({ missing: 0 })
  })
})
