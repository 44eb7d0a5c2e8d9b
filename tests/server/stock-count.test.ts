import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import type { countStandCall } from '#contract/calls/count-stand.ts'
import type { Row } from '#contract/module.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** The stock counted by scan, and put right with one approval. */
let shop: Shop
let count = 0
let counter: SignedIn
let other: SignedIn
const counting = ['201-a', '201-b', '201-d', '103-a', '104-a', '200-a']
beforeAll(async () => {
  shop = await openShop()
  counter = await signedIn(shop.server, { permissions: counting })
  other = await signedIn(shop.server, { permissions: counting })
})
afterAll(() => shop?.server.close())

const next = () => (count += 1)
const product = (more: object = {}) =>
  shop.make('product', { sku: `SKU-C${next()}`, name: `Massager ${count}`, price: 100_000, ...more })
const device = (of: Row, more: object = {}) => shop.make('unit', { serial: `SER-${next()}`, product: of.id, ...more })
const move = (what: object, qty: number, from: string, to: string, more: object = {}) =>
  shop.make('stockMove', { ...what, qty, from, to, cause: 'move', ...more })
async function part(onHand: number, more: object = {}): Promise<Row> {
  const made = await shop.make('part', { code: `CP-${next()}`, name: `Brush ${count}`, price: 9_000, ...more })
  if (onHand > 0) await move({ part: made.id }, onHand, 'supplier', 'stock')
  return made
}
const open = (input: object = {}) => shop.make('stockCount', input)
const tell = (of: Row, input: object, as = counter) => shop.ask('POST', '/count-entry', { count: of.id, ...input }, as)
async function scan(of: Row, input: object, as = counter): Promise<Row> {
  const { status, body } = await tell(of, input, as)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
type Stand = AnswerOf<typeof countStandCall>
async function stand(of: Row): Promise<Stand> {
  const { status, body } = await shop.ask('GET', `/stock-count/stand?count=${of.id}`, undefined, counter)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Stand
}
const finish = (of: Row) => shop.move('stockCount', of.id, 'finish')
async function book(of: Row): Promise<Row> {
  await finish(of)
  return shop.move('stockCount', of.id, 'book')
}
const stageOf = async ({ id }: Row) => (await shop.read('unit', id)).stage
const onHand = async ({ id }: Row) => (await shop.read('part', id)).onHand
const movesOf = (of: Row) =>
  shop.sql<{ part: number; product: number; qty: number; from: string; to: string; cause: string }>(
    `select part, product, colour, qty, "from", "to", cause from stock_move
     where made_by_module = 'stockCount' and made_by = $1 order by id`,
    [of.id],
  )

describe('what was counted beside what should be there', () => {
  it('books a missing device as lost and a lost one as found, and leaves what is elsewhere to people', async () => {
    const goods = await product()
    const [here, gone, lost, sold] = [
      await device(goods),
      await device(goods),
      await device(goods),
      await device(goods),
    ]
    await shop.move('unit', lost.id, 'lose')
    const asha = await shop.make('customer', { name: 'Asha', phones: [{ number: '98765 43210' }] })
    await shop.move('unit', sold.id, 'allocate')
    await shop.move('unit', sold.id, 'ship')
    await shop.move('unit', sold.id, 'deliver', { customer: asha.id })
    const counted = await open({ products: [goods.id] })
    for (const one of [here, lost, sold]) await scan(counted, { unit: one.id })
    const { devices, differences } = await stand(counted)
    expect(new Set(devices.map(({ id }) => id))).toEqual(new Set([here.id, gone.id]))
    expect(differences).toMatchObject([
      { unit: gone.id, reason: 'missing', expected: 1, counted: 0, stood: 'inStock', worth: -100_000 },
      { unit: lost.id, reason: 'found', expected: 0, counted: 1, stood: 'lost', worth: 100_000 },
      { unit: sold.id, reason: 'elsewhere', stood: 'withCustomer' },
    ])
    expect(await book(counted)).toMatchObject({
      stage: 'booked',
      differences: 3,
      worth: 0,
      bookedBy: shop.person.userId,
    })
    expect(await Promise.all([here, gone, lost, sold].map(stageOf))).toEqual([
      'inStock',
      'lost',
      'quarantine',
      'withCustomer',
    ])
    const told = await shop.sql('select cause from stock_move where unit = $1 order by id desc limit 1', [gone.id])
    expect(told).toEqual([{ cause: 'count' }])
  })

  it('books parts and goods that differ as moves, in their colours, and no others', async () => {
    const [few, many, right, aside] = [await part(5), await part(2), await part(3), await part(7)]
    const rose = await shop.make('color', { label: `Rose ${next()}` })
    const caps = await product({ serialised: false, colours: [rose.id] })
    await move({ product: caps.id, colour: rose.id }, 6, 'supplier', 'stock')
    const counted = await open({ products: [caps.id], parts: [few.id, many.id, right.id] })
    await scan(counted, { part: few.id, qty: 4 })
    for (let piece = 0; piece < 3; piece += 1) await scan(counted, { part: many.id })
    await scan(counted, { part: right.id, qty: 3 })
    await scan(counted, { product: caps.id, colour: rose.id, qty: 4 })
    await scan(counted, { part: aside.id })
    expect((await stand(counted)).differences).toMatchObject([
      { part: few.id, reason: 'goods', expected: 5, counted: 4, worth: -9_000 },
      { part: many.id, expected: 2, counted: 3, worth: 9_000 },
      { product: caps.id, colour: rose.id, expected: 6, counted: 4, worth: -200_000 },
      { part: aside.id, reason: 'notCounted' },
    ])
    await book(counted)
    expect(await movesOf(counted)).toMatchObject(
      [
        { product: caps.id, qty: 2, from: 'stock', to: 'lost', cause: 'count' },
        { part: few.id, qty: 1, from: 'stock', to: 'lost' },
        { part: many.id, qty: 1, from: 'lost', to: 'stock' },
      ].toSorted((a, b) => (a.part ?? a.product ?? 0) - (b.part ?? b.product ?? 0)),
    )
    expect(await Promise.all([few, many, right, aside].map(onHand))).toEqual([4, 3, 3, 7])
    expect((await shop.read('product', caps.id)).onHand).toBe(4)
  })

  it('knows a bar code and a serial number that a device only had as a code, and says what it does not know', async () => {
    const brush = await part(2, { barcode: `8901${next()}` })
    const goods = await product()
    const one = await device(goods)
    const counted = await open({ products: [goods.id], parts: [brush.id] })
    expect(await scan(counted, { text: brush.barcode })).toMatchObject({ part: brush.id, reason: null })
    expect(await scan(counted, { text: String(one.serial).toLowerCase() })).toMatchObject({
      unit: one.id,
      reason: null,
    })
    expect(await scan(counted, { text: goods.sku })).toMatchObject({ product: goods.id, reason: 'needsSerial' })
    expect(await scan(counted, { text: 'NOBODY-KNOWS' })).toMatchObject({ unit: null, part: null, reason: 'unknown' })
    const { differences } = await stand(counted)
    expect(differences.map(({ reason, text }) => [reason, text])).toEqual([
      ['goods', null],
      ['needsSerial', null],
      ['unknown', 'NOBODY-KNOWS'],
    ])
  })

  it('corrects no colour where nobody said of which colour some are', async () => {
    const [rose, teal] = [
      await shop.make('color', { label: `Rose ${next()}` }),
      await shop.make('color', { label: `Teal ${next()}` }),
    ]
    const plain = await product({ serialised: false, colours: [rose.id] })
    const caps = await product({ serialised: false, colours: [rose.id, teal.id] })
    await move({ product: caps.id, colour: rose.id }, 2, 'supplier', 'stock')
    const counted = await open({ products: [plain.id, caps.id] })
    expect(await scan(counted, { text: plain.sku })).toMatchObject({ product: plain.id, colour: rose.id, reason: null })
    expect(await scan(counted, { text: caps.sku, qty: 2 })).toMatchObject({ colour: null, reason: 'needsColour' })
    await book(counted)
    expect(await movesOf(counted)).toMatchObject([{ product: plain.id, colour: rose.id, qty: 1 }])
    expect((await shop.read('product', caps.id)).onHand).toBe(2)
  })

  it('counts what two people scan together, and a device that both scanned once', async () => {
    const brush = await part(5)
    const goods = await product()
    const one = await device(goods)
    const counted = await open({ products: [goods.id], parts: [brush.id] })
    await Promise.all([
      scan(counted, { part: brush.id, qty: 2 }),
      scan(counted, { part: brush.id, qty: 3 }, other),
      scan(counted, { unit: one.id }),
      scan(counted, { unit: one.id }, other),
    ])
    expect((await stand(counted)).differences).toEqual([])
  })

  it('takes back by an entry of its own, and a device that was taken back is missing', async () => {
    const brush = await part(1)
    const goods = await product()
    const one = await device(goods)
    const counted = await open({ products: [goods.id], parts: [brush.id] })
    await scan(counted, { part: brush.id, qty: 2 })
    await scan(counted, { part: brush.id, qty: -1 })
    await scan(counted, { unit: one.id })
    await scan(counted, { unit: one.id, qty: -1 })
    expect((await stand(counted)).differences).toMatchObject([{ unit: one.id, reason: 'missing' }])
  })
})

describe('what happened to the stock since the scan', () => {
  it('compares with what was there when it was scanned: what was sold or came later is no difference', async () => {
    const [sold, came] = [await part(10), await part(10)]
    const counted = await open({ parts: [sold.id, came.id] })
    await scan(counted, { part: sold.id, qty: 10 })
    await scan(counted, { part: came.id, qty: 9 })
    await move({ part: sold.id }, 4, 'stock', 'customer')
    await move({ part: came.id }, 5, 'supplier', 'stock')
    await book(counted)
    expect(await movesOf(counted)).toMatchObject([{ part: came.id, qty: 1, from: 'stock', to: 'lost' }])
    expect([await onHand(sold), await onHand(came)]).toEqual([6, 14])
  })

  it('loses no device that left before the booking, or came after the count had begun', async () => {
    const goods = await product()
    const [left, seen] = [await device(goods), await device(goods)]
    const counted = await open({ products: [goods.id] })
    await scan(counted, { unit: seen.id })
    for (const one of [left, seen]) {
      await shop.move('unit', one.id, 'allocate')
      await shop.move('unit', one.id, 'ship')
    }
    const came = await device(goods)
    expect((await stand(counted)).differences).toEqual([])
    await book(counted)
    expect(await Promise.all([left, seen, came].map(stageOf))).toEqual(['shipped', 'shipped', 'inStock'])
  })

  it('books a difference once, where two counts of the same found it', async () => {
    const brush = await part(5)
    const goods = await product()
    const one = await device(goods)
    const asked = { products: [goods.id], parts: [brush.id] }
    const [first, second] = [await open(asked), await open(asked)]
    // The one who counts first overlooks the device.
    for (const each of [first, second]) await scan(each, { part: brush.id, qty: 4 })
    await scan(second, { unit: one.id })
    await book(first)
    expect([await onHand(brush), await stageOf(one)]).toEqual([4, 'lost'])
    expect((await stand(second)).differences).toMatchObject([{ unit: one.id, reason: 'found' }])
    await book(second)
    expect([await onHand(brush), await stageOf(one)]).toEqual([4, 'quarantine'])
  })

  it('leaves goods that came or went between their scans to people', async () => {
    const brush = await part(8)
    const counted = await open({ parts: [brush.id] })
    await scan(counted, { part: brush.id, qty: 5 })
    await move({ part: brush.id }, 2, 'stock', 'customer')
    await scan(counted, { part: brush.id, qty: 3 })
    expect((await stand(counted)).differences).toMatchObject([{ part: brush.id, reason: 'movedMeanwhile' }])
    await book(counted)
    expect(await movesOf(counted)).toEqual([])
    expect(await onHand(brush)).toBe(6)
  })

  it('misses no pieces that lie packed in a parcel, before it is handed over and after', async () => {
    const rose = await shop.make('color', { label: `Rose ${next()}` })
    const caps = await product({ serialised: false, colours: [rose.id] })
    await move({ product: caps.id, colour: rose.id }, 5, 'supplier', 'stock')
    const asha = { name: 'Asha', phone: '98765 43210', address: 'Lane 7', pincode: '411038' }
    const cap = { product: caps.id, colour: rose.id, qty: 2, unitPrice: 100_000 }
    const order = await shop.make('order', { ...asha, lines: [cap] })
    await shop.move('order', order.id, 'confirmShort')
    const [line] = (await shop.read('order', order.id)).lines as { id: number }[]
    const item = { line: line!.id, product: caps.id, qty: 2, counted: 2 }
    const parcel = await shop.make('dispatch', { order: order.id, items: [item] })
    const before = await open({ products: [caps.id] })
    await scan(before, { product: caps.id, colour: rose.id, qty: 5 })
    await shop.move('dispatch', parcel.id, 'pack')
    const after = await open({ products: [caps.id] })
    await scan(after, { product: caps.id, colour: rose.id, qty: 3 })
    expect((await stand(after)).levels).toMatchObject([{ product: caps.id, colour: rose.id, qty: 3 }])
    const differences = async () => [(await stand(before)).differences, (await stand(after)).differences]
    expect(await differences()).toEqual([[], []])
    for (const each of ['check', 'label', 'handOver']) await shop.move('dispatch', parcel.id, each)
    expect((await shop.read('product', caps.id)).onHand).toBe(3)
    expect(await differences()).toEqual([[], []])
  })

  it('says when a device was scanned by the clock of whoever scanned it, and never later than now', async () => {
    const brush = await part(4)
    const counted = await open({ parts: [brush.id] })
    const at = new Date().toISOString()
    await move({ part: brush.id }, 1, 'stock', 'customer')
    // It waited on a tablet, and comes after the sale.
    expect(await scan(counted, { part: brush.id, qty: 4, at })).toMatchObject({ at })
    expect((await stand(counted)).differences).toEqual([])
    const ahead = await scan(counted, { part: brush.id, qty: 1, at: '2190-01-01T00:00:00.000Z' })
    expect(Date.parse(ahead.at as string)).toBeLessThanOrEqual(Date.now())
  })

  it('leaves a missing device that is packed to whoever looks for it', async () => {
    const goods = await product()
    const packed = await device(goods)
    const asha = { name: 'Asha', phone: '98765 43210', address: 'Lane 7', pincode: '411038' }
    const order = await shop.make('order', { ...asha, lines: [{ product: goods.id, qty: 1, unitPrice: 100_000 }] })
    await shop.move('order', order.id, 'confirmShort')
    const [line] = (await shop.read('order', order.id)).lines as { id: number }[]
    await shop.make('dispatch', {
      order: order.id,
      items: [{ line: line!.id, product: goods.id, qty: 1, units: [packed.id] }],
    })
    const counted = await open({ products: [goods.id] })
    expect((await stand(counted)).differences).toMatchObject([{ unit: packed.id, reason: 'spokenFor' }])
    await book(counted)
    expect(await stageOf(packed)).toBe('allocated')
  })
})

describe('the approval', () => {
  it('is asked of whoever approves stock moves, and books once', async () => {
    const brush = await part(3)
    const counted = await open({ parts: [brush.id] })
    await scan(counted, { part: brush.id, qty: 2 })
    await finish(counted)
    const press = (as: SignedIn) => shop.ask('POST', `/stock-count/${counted.id}/book`, {}, as)
    expect((await press(counter)).status).toBe(403)
    const approver = await signedIn(shop.server, { permissions: counting, approves: ['stockMove'] })
    const answers = await Promise.all([press(approver), press(approver), press(approver)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await movesOf(counted)).toHaveLength(1)
    expect(await onHand(brush)).toBe(2)
    expect(
      await shop.sql('select reason, expected, counted from count_entry where count = $1 and closing', [counted.id]),
    ).toEqual([{ reason: 'goods', expected: 3, counted: 2 }])
  })

  it('comes after the counting, and nothing is counted into it any more', async () => {
    const brush = await part(1)
    const counted = await open({ parts: [brush.id] })
    expect((await shop.ask('POST', `/stock-count/${counted.id}/book`, {})).status).toBe(422)
    await finish(counted)
    // What a tablet without a connection had scanned before.
    await scan(counted, { part: brush.id })
    await shop.move('stockCount', counted.id, 'book')
    expect(await tell(counted, { part: brush.id })).toMatchObject({ status: 422 })
    expect(await onHand(brush)).toBe(1)
  })

  it('books all of it or nothing', async () => {
    const [brush, goods] = [await part(3), await product()]
    await device(goods)
    const counted = await open({ products: [goods.id], parts: [brush.id] })
    await finish(counted)
    await shop.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
    await shop.sql(
      `create trigger refuse before insert on stock_move for each row when (new.part = ${brush.id}) execute function refuse()`,
    )
    expect((await shop.ask('POST', `/stock-count/${counted.id}/book`, {})).status).toBe(500)
    await shop.sql('drop trigger refuse on stock_move')
    expect(await shop.read('stockCount', counted.id)).toMatchObject({ stage: 'counted', bookedAt: null })
    expect(await shop.sql('select 1 from unit where product = $1 and stage = $2', [goods.id, 'lost'])).toEqual([])
    await shop.move('stockCount', counted.id, 'book')
    expect(await onHand(brush)).toBe(0)
  })

  it('is of nobody’s who may only look, and they count nothing', async () => {
    const viewer = await signedIn(shop.server, { permissions: ['201-a', '201-d'] })
    const counted = await open()
    expect((await shop.ask('GET', '/stock-count', undefined, viewer)).status).toBe(200)
    expect((await tell(counted, { text: 'X' }, viewer)).status).toBe(403)
    expect((await shop.ask('POST', '/stock-count', {}, viewer)).status).toBe(403)
    expect((await shop.ask('POST', `/stock-count/${counted.id}/finish`, {}, viewer)).status).toBe(403)
    expect((await shop.ask('POST', `/stock-count/${counted.id}/finish`, {}, counter)).status).toBe(200)
  })
})

describe('what is told of a scan', () => {
  it('is of one thing, and of some pieces', async () => {
    const [brush, goods] = [await part(1), await product({ serialised: false })]
    const counted = await open()
    const wrong = async (input: object) => (await tell(counted, input)).body.fields
    expect(await wrong({})).toHaveProperty('text')
    expect(await wrong({ part: brush.id, product: goods.id })).toHaveProperty('product')
    expect(await wrong({ part: brush.id, qty: 0 })).toHaveProperty('qty')
    const rose = await shop.make('color', { label: `Rose ${next()}` })
    expect(await wrong({ part: brush.id, colour: rose.id })).toHaveProperty('colour')
  })
})
