import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awbKey } from '#contract/awb.ts'
import { joinParts } from '#contract/filter-text.ts'
import type { Row } from '#contract/module.ts'
import type { CashOrder } from '#contract/modules/money/cash-order.ts'
import { cashOrderContents } from '#src/modules/money/cash-order-contents.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'
import { signedIn } from '../support/server.ts'

let shop: PackingShop
let couriers: number[]
let bank: Row
beforeAll(async () => {
  shop = await openPackingShop()
  bank = await shop.make('bank', { name: 'HDFC current' })
  couriers = await Promise.all(['Maruti', 'Delhivery'].map(async label => (await shop.make('courier', { label })).id))
})
afterAll(() => shop?.server.close())

let count = 0
/** A parcel that the courier collects for, delivered; of an order of ₹1,000 that is paid on delivery. */
async function sent({
  steps = ['pack', 'check', 'label', 'handOver', 'deliver'],
  more = {},
  number,
  price = 100_000,
}: { steps?: string[]; more?: object; number?: string; price?: number } = {}) {
  count += 1
  await shop.stock(1)
  const lines = [{ product: shop.device.id, qty: 1, unitPrice: price }]
  const sale = await shop.confirmed(1, { paymentMode: 'cashOnDelivery', lines, ...more })
  const [unit] = await shop.held(sale.id)
  const awb = number ?? `AWB-${count}`
  const parcel = await shop.dispatched(sale, 1, [unit!.id], { courier: couriers[0], awb })
  await shop.take(parcel.id, ...steps)
  return { awb, order: sale.id, total: sale.total! }
}
const desk = async (order: number) =>
  (await shop.sql<CashOrder>('select * from cash_order where "order" = $1', [order]))[0]!
const payments = (order: number) =>
  shop.sql<{ kind: string; amount: number; reference: string | null }>(
    'select kind, amount, reference from payment where "order" = $1 order by id',
    [order],
  )
type Line = { awb: string; amount: number; charges?: number; isMeant?: boolean }
const match = async (lines: Line[], courier = couriers[0]!) => {
  const { status, body } = await shop.ask('POST', '/remittance-sheet/match', { courier, lines })
  expect(status).toBe(200)
  return (body as unknown as { lines: { is: string; expected: number | null; number: string | null }[] }).lines
}
const book = async (lines: Line[]) => {
  const how = { courier: couriers[0], bank: bank.id, reference: 'UTR-1', paidOn: null }
  const { status, body } = await shop.ask('POST', '/remittance-sheet/book', { ...how, lines })
  expect(status).toBe(200)
  return body as unknown as { booked: number; amount: number; lines: { is: string }[] }
}

describe('a line of a courier’s sheet', () => {
  it('belongs to the parcel with its number, however that is written', async () => {
    const one = await sent()
    expect(await match([{ awb: one.awb.toLowerCase(), amount: one.total }])).toMatchObject([
      { is: 'right', expected: one.total, number: (await shop.order(one.order)).number },
    ])
    expect(await payments(one.order)).toEqual([])
  })

  it('says why it is not booked', async () => {
    const [one, paid, away] = [
      await sent(),
      await sent({ more: { paymentMode: 'prepaid' } }),
      await sent({ steps: ['pack', 'check', 'label', 'handOver'] }),
    ]
    const said = await match([
      { awb: one.awb, amount: one.total - 1 },
      { awb: one.awb, amount: one.total },
      { awb: paid.awb, amount: 100 },
      { awb: away.awb, amount: away.total },
      { awb: 'NOBODYS', amount: 100 },
    ])
    expect(said.map(({ is }) => is)).toEqual(['other', 'twice', 'noCash', 'underWay', 'unknown'])
    expect((await match([{ awb: one.awb, amount: one.total }], couriers[1])).map(({ is }) => is)).toEqual(['unknown'])
  })

  it('is nobody’s for whoever does not see the order, and out of reach without the right', async () => {
    const one = await sent()
    const own = await signedIn(shop.server, { permissions: ['21-a', '21-c'], scopes: { cashOrder: 'own' } })
    const ask = (as: typeof own) =>
      shop.ask('POST', '/remittance-sheet/match', { courier: couriers[0], lines: [{ awb: one.awb, amount: 1 }] }, as)
    expect((await ask(own)).body).toMatchObject({ lines: [{ is: 'unknown', number: null, expected: null }] })
    expect((await ask(await signedIn(shop.server, { permissions: ['21-a'] }))).status).toBe(403)
  })
})

describe('a booked sheet', () => {
  it('remittanceSheet: is read as couriers write it: blanks, repeated rows, charges, another amount, and the same sheet once more', async () => {
    const steps = ['pack', 'check', 'label', 'handOver', 'turnBack']
    const first = await sent({ number: '352188904411', price: 123_900 })
    const back = await sent({ number: '352188904412', price: 249_900, steps })
    const less = await sent({ number: '3521-8890 4413', price: 99_900 })
    const rows = (isMeant: boolean): Line[] => [
      { awb: '3521 8890 4411', amount: 123_900, charges: 4_500 },
      { awb: '352188904411', amount: 123_900, charges: 4_500 },
      { awb: '352188904412', amount: 0 },
      { awb: '352188904413', amount: 89_900, charges: 4_500, isMeant },
      { awb: '352188904499', amount: 45_000, charges: 4_500 },
    ]
    expect((await match(rows(false))).map(({ is }) => is)).toEqual(['right', 'twice', 'notGiven', 'other', 'unknown'])
    expect(await book(rows(true))).toMatchObject({ booked: 2, amount: 213_800 })
    expect(await desk(less.order)).toMatchObject({ stage: 'difference', expected: 99_900, remitted: 89_900 })
    expect(await desk(first.order)).toMatchObject({ stage: 'settled', remitted: 123_900 })
    // Nothing is collected for what is on its way back: it leaves 'to collect'.
    const gone = { stage: 'cameBack', expected: 0, toCollect: 0, collected: 0, remitted: 0 }
    expect(await shop.read('cashOrder', (await desk(back.order)).id)).toMatchObject(gone)
    const [, remitted] = await shop.sql<{ charges: number }>(
      'select charges from payment where "order" = $1 order by id',
      [first.order],
    )
    expect(remitted!.charges).toBe(4_500)
    const again = await book(rows(true))
    expect(again).toMatchObject({ booked: 0 })
    expect(again.lines.map(({ is }) => is)).toEqual(['done', 'twice', 'notGiven', 'done', 'unknown'])
    // A remark leaves what is known of it; the rest that comes after all settles it.
    await shop.change('cashOrder', (await desk(less.order)).id, { note: 'Called the courier' })
    expect(await desk(less.order)).toMatchObject({ stage: 'difference' })
    await shop.move('cashOrder', (await desk(less.order)).id, 'collect', { amount: 10_000 })
    expect(await desk(less.order)).toMatchObject({ stage: 'toRemit', collected: 99_900 })
  })

  it('books more than was due where that is meant, and no number that a sheet has rounded', async () => {
    const more = await sent({ number: '352189000000' })
    expect(await match([{ awb: '3.52189E+11', amount: 100_000 }])).toMatchObject([{ is: 'lost', number: null }])
    expect(await book([{ awb: more.awb, amount: 101_000 }])).toMatchObject({ booked: 0 })
    expect(await book([{ awb: more.awb, amount: 101_000, isMeant: true }])).toMatchObject({ booked: 1 })
    expect(await desk(more.order)).toMatchObject({ stage: 'difference', collected: 101_000, remitted: 101_000 })
    expect(
      (await match([{ awb: (await sent({ steps: ['pack', 'check', 'label', 'handOver'] })).awb, amount: 0 }]))[0]!.is,
    ).toBe('nothing')
  })

  it('is collected and with the bank, once, however often it is booked', async () => {
    const [one, two] = [await sent(), await sent()]
    const lines = [one, two].map(({ awb, total }) => ({ awb, amount: total }))
    expect(await book([...lines, { awb: 'NOBODYS', amount: 5 }])).toMatchObject({
      booked: 2,
      amount: one.total + two.total,
    })
    for (const { order, total } of [one, two]) {
      expect(await desk(order)).toMatchObject({ stage: 'settled', collected: total, remitted: total })
      expect(await payments(order)).toMatchObject([
        { kind: 'receipt', amount: total },
        { kind: 'remittance', amount: total, reference: 'UTR-1' },
      ])
      expect((await shop.order(order)).balance).toBe(0)
    }
    const again = await book(lines)
    expect(again).toMatchObject({ booked: 0, amount: 0 })
    expect(again.lines.map(({ is }) => is)).toEqual(['done', 'done'])
  })

  it('counts each parcel of an order once', async () => {
    await shop.stock(2)
    const sale = await shop.confirmed(2, { paymentMode: 'cashOnDelivery' })
    const units = await shop.held(sale.id)
    const parcels = []
    for (const [at, { id }] of units.entries()) {
      const awb = `PART-${at}`
      const part = at === 0 ? { codAmount: 80_000 } : {}
      const { id: parcel } = await shop.dispatched(sale, 1, [id], { courier: couriers[0], awb, ...part })
      const { codAmount } = await shop.take(parcel, 'pack', 'check', 'label', 'handOver', 'deliver')
      parcels.push({ awb, amount: codAmount! })
    }
    expect(parcels.reduce((sum, { amount }) => sum + amount, 0)).toBe(sale.total)
    expect(await book([parcels[0]!])).toMatchObject({ booked: 1 })
    expect((await book([parcels[0]!])).lines).toMatchObject([{ is: 'done' }])
    expect(await book(parcels)).toMatchObject({ booked: 1, amount: parcels[1]!.amount })
    expect(await desk(sale.id)).toMatchObject({ stage: 'settled', remitted: sale.total })
  })

  it('can be booked again when it was taken back, and is nothing of a parcel that came back', async () => {
    const one = await sent()
    await book([{ awb: one.awb, amount: one.total }])
    const [remitted] = await shop.sql<{ id: number }>(
      `select id from payment where "order" = $1 and kind = 'remittance'`,
      [one.order],
    )
    await shop.make('payment', { order: one.order, kind: 'remittance', amount: one.total, reverses: remitted!.id })
    expect(await book([{ awb: one.awb, amount: one.total }])).toMatchObject({ booked: 1 })
    const back = await sent({ steps: ['pack', 'check', 'label', 'handOver', 'turnBack', 'takeBack'] })
    expect(await match([{ awb: back.awb, amount: back.total }])).toMatchObject([{ is: 'notGiven' }])
  })

  it('adds only what nobody has recorded as collected', async () => {
    const one = await sent()
    await shop.move('cashOrder', (await desk(one.order)).id, 'collect', { amount: one.total, courier: couriers[0] })
    await book([{ awb: one.awb, amount: one.total }])
    expect(await payments(one.order)).toMatchObject([{ kind: 'receipt' }, { kind: 'remittance', amount: one.total }])
  })

  it('is booked once by two who book it in the same moment', async () => {
    const some = [await sent(), await sent(), await sent()]
    const lines = some.map(({ awb, total }) => ({ awb, amount: total }))
    const booked = await Promise.all([book(lines), book(lines.toReversed())])
    expect(booked.map(one => one.booked).toSorted((a, b) => a - b)).toEqual([0, 3])
    for (const { order } of some) expect(await payments(order)).toHaveLength(2)
  })
})

describe('a parcel that is on its way', () => {
  it('is known at the money desk by its courier and its number, and found there by that', async () => {
    const one = await sent({ number: '3521 8890 7001', steps: ['pack', 'check', 'label'] })
    expect(await desk(one.order)).toMatchObject({ courier: null, awb: '352188907001' })
    const [parcel] = await shop.sql<Row>('select id from dispatch where "order" = $1', [one.order])
    await shop.take(parcel!.id, 'handOver')
    const withCourier = { courier: couriers[0], awb: '352188907001', stage: 'toCollect' }
    expect(await desk(one.order)).toMatchObject(withCourier)
    for (const q of ['352188907001', '3521 8890 7001']) {
      const { body } = await shop.ask('GET', `/cash-order?q=${encodeURIComponent(q)}`)
      expect((body as unknown as { rows: Row[] }).rows.map(row => row.order)).toEqual([one.order])
    }
    // Whoever is said to have collected it has: the parcel that comes back brings nothing.
    await shop.move('cashOrder', (await desk(one.order)).id, 'collect', { amount: 1_000, courier: couriers[1] })
    await shop.take(parcel!.id, 'turnBack')
    expect(await desk(one.order)).toMatchObject({ courier: couriers[1] })
  })

  it('is listed as with its courier from when it leaves until the bank has its money', async () => {
    const { filter, sort } = cashOrderContents.views!['withCourier']!.asks(0)
    const asked = Object.entries(filter!).map(([field, parts]): [string, string] => [
      `filter[${field}]`,
      joinParts(parts),
    ])
    const search = new URLSearchParams([...asked, ['sort', String(sort)], ['limit', '100']])
    const listed = async () => {
      const { status, body } = await shop.ask('GET', `/cash-order?${search}`)
      expect(status).toBe(200)
      return (body as unknown as { rows: Row[] }).rows.map(row => row.order)
    }
    const [first, second] = [await sent({ steps: ['pack', 'check', 'label'] }), await sent()]
    expect(await listed()).not.toContain(first.order)
    const [parcel] = await shop.sql<Row>('select id from dispatch where "order" = $1', [first.order])
    await shop.take(parcel!.id, 'handOver')
    // Who has waited longest comes first.
    expect((await listed()).filter(id => id === first.order || id === second.order)).toEqual([
      first.order,
      second.order,
    ])
    const { id } = await desk(first.order)
    await shop.move('cashOrder', id, 'collect', { amount: first.total, courier: couriers[0] })
    expect(await listed()).toContain(first.order)
    // What somebody collected at the counter is with nobody else.
    await shop.move('cashOrder', (await desk(second.order)).id, 'collect', { amount: second.total })
    expect(await listed()).not.toContain(second.order)
    await shop.take(parcel!.id, 'deliver')
    await book([{ awb: first.awb, amount: first.total }])
    expect(await listed()).not.toContain(first.order)
  })

  it('brings nothing once it comes back', async () => {
    const one = await sent({ steps: ['pack', 'check', 'label', 'handOver', 'turnBack'] })
    expect(await desk(one.order)).toMatchObject({ courier: null, awb: awbKey(one.awb) })
  })
})

describe('a parcel that comes back', () => {
  it('takes what it was to bring off the money desk, and brings it again when it goes out once more', async () => {
    await shop.stock(2)
    const sale = await shop.confirmed(2, { paymentMode: 'cashOnDelivery' })
    const [one, two] = await shop.held(sale.id)
    const part = (unit: number, codAmount: number) => shop.dispatched(sale, 1, [unit], { codAmount })
    const [first, second] = [await part(one!.id, 120_000), await part(two!.id, 80_000)]
    const out = ['pack', 'check', 'label', 'handOver']
    await shop.take(first.id, ...out, 'deliver')
    await shop.take(second.id, ...out, 'turnBack')
    expect(await desk(sale.id)).toMatchObject({ stage: 'toCollect', expected: 120_000 })
    await shop.move('cashOrder', (await desk(sale.id)).id, 'collect', { amount: 120_000 })
    expect(await desk(sale.id)).toMatchObject({ stage: 'toRemit', expected: 120_000, collected: 120_000 })
    await shop.take(second.id, 'takeBack')
    expect(await desk(sale.id)).toMatchObject({ stage: 'toRemit', expected: 120_000 })
    // What came back is looked at; another piece goes out for it.
    const [fresh] = await shop.stock(1)
    await shop.moved(sale.id, 'allocate')
    const again = await shop.dispatched(sale, 1, [fresh!.id])
    expect(again.codAmount).toBe(80_000)
    expect(await desk(sale.id)).toMatchObject({ stage: 'toCollect', expected: 200_000 })
    await shop.take(again.id, ...out, 'lose')
    expect(await desk(sale.id)).toMatchObject({ stage: 'toRemit', expected: 120_000 })
  })

  it('leaves what its customer gives all the same as collected', async () => {
    const back = await sent({ steps: ['pack', 'check', 'label', 'handOver', 'turnBack'] })
    const { id } = await desk(back.order)
    expect(await shop.move('cashOrder', id, 'collect', { amount: back.total })).toMatchObject({
      stage: 'toRemit',
      expected: back.total,
      toCollect: 0,
    })
  })

  it('hides no other parcel for which too little came', async () => {
    await shop.stock(2)
    const sale = await shop.confirmed(2, { paymentMode: 'cashOnDelivery' })
    const [one, two] = await shop.held(sale.id)
    const steps = ['pack', 'check', 'label', 'handOver', 'deliver']
    for (const [at, unit] of [one!, two!].entries()) {
      const more = { courier: couriers[0], awb: `SHORT-${at}`, codAmount: 100_000 }
      await shop.take((await shop.dispatched(sale, 1, [unit.id], more)).id, ...steps)
    }
    await book([{ awb: 'SHORT-0', amount: 90_000, isMeant: true }])
    expect(await desk(sale.id)).toMatchObject({ stage: 'difference', remitted: 90_000 })
    await book([{ awb: 'SHORT-1', amount: 100_000 }])
    expect(await desk(sale.id)).toMatchObject({ stage: 'difference', remitted: 190_000, to_collect: 10_000 })
    // It stays a difference while the other parcel's money is on its way to the bank.
    await shop.move('cashOrder', (await desk(sale.id)).id, 'collect', { amount: 5_000 })
    expect(await desk(sale.id)).toMatchObject({ stage: 'difference', collected: 195_000 })
    await shop.move('cashOrder', (await desk(sale.id)).id, 'collect', { amount: 5_000 })
    expect(await desk(sale.id)).toMatchObject({ stage: 'toRemit', collected: 200_000 })
  })
})
