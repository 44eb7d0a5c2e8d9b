import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableOf, type Row } from '#contract/module.ts'
import { modules } from '#contract/modules/index.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'
import { faultBehind } from '../support/faults.ts'

/**
 * A move writes an order, its devices, its money, a customer, a task and their history, one statement after the other. Wherever
 * that breaks off, all of it has happened or nothing has, and the same move can be made again.
 */
let shop: PackingShop
let bank: Row
let source: Row
let count = 0
beforeAll(async () => {
  shop = await openPackingShop()
  bank = await shop.make('bank', { name: 'State Bank' })
  source = await shop.make('source', { label: 'Phone' })
})
afterAll(() => shop?.server.close())

const tables = [
  ...new Set(
    (
      [
        'order',
        'orderCancel',
        'cashOrder',
        'payment',
        'inquiry',
        'customer',
        'referralCode',
        'unit',
        'product',
      ] as const
    ).map(name => tableOf(modules[name])),
  ),
  tableOf(modules.dispatch),
  tableOf(modules.stockMove),
  tableOf(modules.task),
  'record_history',
  'record_note',
  'number_series',
]
/** All that is in these tables, as one text. */
async function everything(): Promise<string> {
  const text = tables
    .map(table => `select '${table}' as place, to_jsonb(one) as held from "${table}" one`)
    .join(' union all ')
  const [all] = await shop.sql<{ hash: string }>(
    `select md5(string_agg(place || held::text, ',' order by place, held::text)) as hash from (${text}) as found`,
  )
  return all!.hash
}

type Answer = { status: number; body: Row }
/** Makes a move with a fault behind each of its statements in turn, until it gets through. Answers how many it had. */
async function breakEverywhere(move: () => Promise<Answer>): Promise<{ statements: number; done: Row }> {
  const before = await everything()
  for (let at = 1; at < 200; at += 1) {
    const { result, isBroken } = await faultBehind(shop.server.database.pool, at, move)
    if (!isBroken) {
      expect(result.status, JSON.stringify(result.body)).toBeLessThan(300)
      return { statements: at - 1, done: result.body }
    }
    // Behind the last one it is done, and whoever asked hears of an error all the same.
    if ((await everything()) !== before) {
      const again = await move()
      expect(again.status, `not all and not nothing behind statement ${at}`).not.toBe(500)
      return { statements: at, done: again.body }
    }
    expect(result.status).toBe(500)
  }
  throw new Error('It never came to an end.')
}

async function draft(more: object = {}): Promise<Order> {
  count += 1
  const phone = `+9198765${43_000 + count}`
  const lines = [
    { product: shop.device.id, qty: 2, unitPrice: 100_000 },
    { product: shop.cap.id, qty: 1, unitPrice: 5_000 },
  ]
  return (await shop.make('order', { name: 'Asha', phone, lines, ...more })) as unknown as Order
}
const goods = async () => {
  await shop.stock(2)
  await shop.make('stockMove', { product: shop.cap.id, qty: 1, from: 'supplier', to: 'stock', cause: 'purchase' })
}
const sold = async (more: object = {}) => {
  await goods()
  return shop.moved((await draft(more)).id, 'confirm')
}
const ask =
  (path: string, input: object = {}) =>
  () =>
    shop.ask('POST', path, input)
const deskOf = async ({ id }: { id: number }) =>
  (await shop.sql<{ id: number }>('select id from cash_order where "order" = $1', [id]))[0]!.id

it('confirm gives all devices, makes customer and cash order, or does nothing', async () => {
  await goods()
  const { id } = await draft({ paymentMode: 'cashOnDelivery' })
  const { statements } = await breakEverywhere(ask(`/order/${id}/confirm`))
  expect(statements).toBeGreaterThan(5)
  expect(await shop.order(id)).toMatchObject({ stage: 'confirmed', missing: 0, customer: expect.any(Number) })
  expect(await shop.held(id)).toHaveLength(2)
  expect(await deskOf({ id })).toEqual(expect.any(Number))
})

it('an inquiry is moved with its notes and its code is taken once, or it stays open', async () => {
  const code = await shop.make('referralCode', { code: 'FAULT1', mostUses: 1 })
  const inquiry = await shop.make('inquiry', {
    name: 'Ravi',
    phone: '90000 77777',
    source: source.id,
    assignedTo: shop.person.userId,
    note: 'Came by the fair',
    nextContactAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const lines = [{ product: shop.device.id, qty: 1, unitPrice: 100_000 }]
  const input = { name: 'Ravi', phone: '90000 77777', inquiry: inquiry.id, referral: code.id, lines }
  const { statements } = await breakEverywhere(ask('/order', input))
  expect(statements).toBeGreaterThan(5)
  const made = await shop.sql<{ id: number }>('select id from sales_order where inquiry = $1', [inquiry.id])
  expect(made).toHaveLength(1)
  expect(await shop.read('inquiry', inquiry.id)).toMatchObject({ stage: 'converted', order: made[0]!.id })
  expect(await shop.read('referralCode', code.id)).toMatchObject({ uses: 1 })
})

it('a draft that is dropped gives its inquiry and its code back, or stays', async () => {
  const code = await shop.make('referralCode', { code: 'FAULT2', mostUses: 1 })
  const asked = { name: 'Ravi', phone: '90000 77778', source: source.id, assignedTo: shop.person.userId }
  const inquiry = await shop.make('inquiry', asked)
  const { id } = await draft({ inquiry: inquiry.id, referral: code.id })
  await breakEverywhere(ask(`/order/${id}/drop`))
  expect(await shop.order(id)).toMatchObject({ stage: 'cancelled' })
  expect(await shop.read('inquiry', inquiry.id)).toMatchObject({ stage: 'interested', order: null })
  expect(await shop.read('referralCode', code.id)).toMatchObject({ uses: 0 })
})

it('a cancellation frees devices, ends the order and owes what was paid, or does nothing', async () => {
  const sale = await sold({ paymentMode: 'cash' })
  await shop.make('payment', { order: sale.id, amount: 150_000 })
  const lines = sale.lines.map(({ id, qty }) => ({ line: id, qty }))
  const { id } = await shop.make('orderCancel', { order: sale.id, reason: 'Changed mind', lines })
  await breakEverywhere(ask(`/order-cancel/${id}/approve`))
  expect(await shop.read('orderCancel', id)).toMatchObject({ stage: 'refundPending', refundDue: 150_000 })
  expect(await shop.order(sale.id)).toMatchObject({ stage: 'cancelled', total: 0 })
  expect(await shop.held(sale.id)).toEqual([])
  await breakEverywhere(ask(`/order-cancel/${id}/refund`, { refundMode: 'upi' }))
  expect(await shop.order(sale.id)).toMatchObject({ paid: 0, balance: 0 })
})

it('cash is collected and remitted once, or not at all', async () => {
  const sale = await sold({ paymentMode: 'cashOnDelivery' })
  const desk = await deskOf(sale)
  await breakEverywhere(ask(`/cash-order/${desk}/collect`, { amount: 205_000 }))
  expect(await shop.read('cashOrder', desk)).toMatchObject({ collected: 205_000, stage: 'toRemit' })
  expect(await shop.order(sale.id)).toMatchObject({ paid: 205_000, balance: 0 })
  await breakEverywhere(ask(`/cash-order/${desk}/remit`, { amount: 205_000, bank: bank.id }))
  expect(await shop.read('cashOrder', desk)).toMatchObject({ remitted: 205_000, stage: 'settled' })
  const payments = await shop.sql<{ kind: string }>('select kind from payment where "order" = $1 order by id', [
    sale.id,
  ])
  expect(payments.map(({ kind }) => kind)).toEqual(['receipt', 'remittance'])
})

it('a payment is taken back with all that follows from it, or stays', async () => {
  const sale = await sold({ paymentMode: 'cash' })
  const paid = await shop.make('payment', { order: sale.id, amount: 150_000 })
  await breakEverywhere(ask('/payment', { order: sale.id, amount: 150_000, reverses: paid.id }))
  expect(await shop.order(sale.id)).toMatchObject({ paid: 0, balance: 205_000 })
  expect(await shop.read('cashOrder', await deskOf(sale))).toMatchObject({ collected: 0, stage: 'toCollect' })
})

it('a courier’s sheet is booked as a whole, or not at all', async () => {
  const courier = await shop.make('courier', { label: 'Maruti' })
  const delivered = async (awb: string) => {
    await shop.stock(1)
    const sale = await shop.confirmed(1, { paymentMode: 'cashOnDelivery' })
    const [unit] = await shop.held(sale.id)
    const { id } = await shop.dispatched(sale, 1, [unit!.id], { courier: courier.id, awb })
    await shop.take(id, 'pack', 'check', 'label', 'handOver', 'deliver')
    return { order: sale.id, line: { awb, amount: sale.total! } }
  }
  const both = [await delivered('FAULT-1'), await delivered('FAULT-2')]
  const how = { courier: courier.id, bank: bank.id, reference: 'UTR-1', paidOn: null }
  await breakEverywhere(ask('/remittance-sheet/book', { ...how, lines: both.map(({ line }) => line) }))
  for (const { order } of both) {
    const kinds = await shop.sql<{ kind: string }>('select kind from payment where "order" = $1 order by id', [order])
    expect(kinds).toEqual([{ kind: 'receipt' }, { kind: 'remittance' }])
  }
})

it('a parcel is handed over with its devices, its pieces and its order, or stays here', async () => {
  const sale = await sold({ paymentMode: 'cashOnDelivery' })
  const [device, cap] = sale.lines
  const units = (await shop.held(sale.id)).map(({ id }) => id)
  const { id } = await shop.make('dispatch', {
    order: sale.id,
    items: [
      { line: device!.id, product: device!.product, qty: 2, units },
      { line: cap!.id, product: cap!.product, qty: 1, units: [], counted: 1 },
    ],
  })
  await shop.take(id, 'pack', 'check', 'label')
  await breakEverywhere(ask(`/dispatch/${id}/handOver`))
  expect(await shop.order(sale.id)).toMatchObject({ stage: 'dispatched' })
  expect((await shop.held(sale.id)).map(({ stage }) => stage)).toEqual(['shipped', 'shipped'])
})
