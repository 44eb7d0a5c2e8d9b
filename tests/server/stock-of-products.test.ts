import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StockLevel } from '#contract/calls/product-stock.ts'
import type { Row } from '#contract/module.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let rose: number
let blue: number
let count = 0
beforeAll(async () => {
  shop = await openShop()
  rose = (await shop.make('color', { label: 'Rose' })).id
  blue = (await shop.make('color', { label: 'Blue' })).id
})
afterAll(() => shop?.server.close())

const cap = (more: object = {}) =>
  shop.make('product', { sku: `CAP-${++count}`, name: `Cap ${count}`, price: 10_000, serialised: false, ...more })
const move = (product: Row, qty: number, from: string, to: string, more: object = {}) =>
  shop.ask('POST', '/stock-move', { product: product.id, qty, from, to, cause: 'move', ...more })
const receive = (product: Row, qty: number, colour: number | null = null) =>
  move(product, qty, 'supplier', 'stock', { cause: 'purchase', colour })
const levels = async (product: Row): Promise<StockLevel[]> => {
  const { body } = await shop.ask('GET', `/stock-move/levels?product=${product.id}`)
  return (body as unknown as { levels: StockLevel[] }).levels
}
/** Where its pieces are, as `colour place: pieces`; the supplier has what we got less. */
const at = async (product: Row) =>
  Object.fromEntries(
    (await levels(product))
      .filter(({ place }) => place !== 'supplier')
      .map(({ colour, place, qty }) => [colour === null ? place : `${colour} ${place}`, qty]),
  )
/** What must be so after each move: all places together are nothing, and what is on hand is what the ledger has in stock. */
async function agrees(product: Row) {
  const all = await levels(product)
  expect(all.reduce((sum, { qty }) => sum + qty, 0)).toBe(0)
  const stock = all.filter(({ place }) => place === 'stock').reduce((sum, { qty }) => sum + qty, 0)
  expect((await shop.read('product', product.id)).onHand).toBe(stock)
}

describe('goods without serial numbers', () => {
  it('are the sum of their moves by colour and place, also when many come and go at once', async () => {
    const one = await cap({ colours: [rose, blue] })
    await receive(one, 50, rose)
    await receive(one, 50, blue)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nr) =>
        nr % 2 ? receive(one, nr, rose) : move(one, 2, 'stock', 'dealer', { colour: blue }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await at(one)).toEqual({ [`${rose} stock`]: 150, [`${blue} stock`]: 30, [`${blue} dealer`]: 20 })
    await agrees(one)
  })

  it('are not taken by hand where there are none of that colour, and devices are not counted so', async () => {
    const one = await cap()
    await receive(one, 5, rose)
    expect((await move(one, 6, 'stock', 'scrap', { colour: rose })).body.fields).toEqual({
      qty: 'There are only 5 in stock.',
    })
    expect((await move(one, 1, 'stock', 'scrap', { colour: blue })).body.fields).toHaveProperty('qty')
    const device = await shop.make('product', { sku: `KW-${++count}`, name: 'Massager', price: 1 })
    expect((await receive(device, 1)).body.fields).toHaveProperty('product')
    const part = await shop.make('part', { code: `P-${++count}`, name: 'Motor' })
    expect((await receive(one, 1)).status).toBe(201)
    expect((await move(one, 1, 'supplier', 'stock', { part: part.id })).body.fields).toHaveProperty('product')
    await agrees(one)
  })

  it('are corrected to what was counted, in that colour alone', async () => {
    const one = await cap()
    await receive(one, 10, rose)
    await receive(one, 7, blue)
    const counted = (pieces: number) => move(one, 1, 'lost', 'stock', { colour: rose, counted: pieces })
    expect((await counted(8)).body).toMatchObject({ from: 'stock', to: 'lost', qty: 2, cause: 'count', counted: 8 })
    expect((await counted(12)).body).toMatchObject({ from: 'lost', to: 'stock', qty: 4, cause: 'count' })
    expect((await move(one, 1, 'stock', 'stock', { cause: 'count' })).body.fields).toHaveProperty('counted')
    expect((await counted(12)).body.fields).toEqual({ counted: 'That is right: there are 12.' })
    expect(await at(one)).toMatchObject({ [`${rose} stock`]: 12, [`${blue} stock`]: 7 })
    await agrees(one)
  })

  it('two who count at once come to what was counted, not to twice the difference', async () => {
    const one = await cap()
    await receive(one, 10)
    const answers = await Promise.all([1, 2, 3].map(() => move(one, 1, 'lost', 'stock', { counted: 4 })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
    expect(await at(one)).toEqual({ stock: 4, lost: 6 })
  })

  it('parts are corrected the same way', async () => {
    const { id } = await shop.make('part', { code: `P-${++count}`, name: 'Belt' })
    const counted = { part: id, from: 'lost', to: 'stock', cause: 'count', counted: 6 }
    expect((await shop.ask('POST', '/stock-move', counted)).body).toMatchObject({ qty: 6, from: 'lost', to: 'stock' })
    expect((await shop.read('part', id)).onHand).toBe(6)
  })
})

describe('a dispatch', () => {
  async function packed(product: Row, qty: number, colour: number | null = null): Promise<Dispatch> {
    const lines = [{ product: product.id, colour, qty, unitPrice: 10_000 }]
    const sale = await shop.make('order', { name: 'Asha', phone: '98765 43210', lines })
    const { lines: sold } = (await shop.move('order', sale.id, 'confirmShort')) as unknown as Order
    const items = [{ line: sold[0]!.id, product: product.id, qty, counted: qty }]
    const one = await shop.make('dispatch', { order: sale.id, items })
    for (const step of ['pack', 'check', 'label']) await shop.move('dispatch', one.id, step)
    return one as unknown as Dispatch
  }

  it('books counted pieces out when it is handed over, and to the customer when it is delivered', async () => {
    const one = await cap()
    await receive(one, 10, rose)
    const sent = await packed(one, 3, rose)
    expect(await at(one)).toEqual({ [`${rose} stock`]: 10 })
    await shop.move('dispatch', sent.id, 'handOver')
    expect(await at(one)).toEqual({ [`${rose} stock`]: 7, [`${rose} courier`]: 3 })
    await agrees(one)
    await shop.move('dispatch', sent.id, 'deliver', {})
    expect(await at(one)).toEqual({ [`${rose} stock`]: 7, [`${rose} customer`]: 3 })
    await agrees(one)
  })

  it('brings back what was not taken, to be looked at, and from there it goes into stock once more', async () => {
    const one = await cap()
    await receive(one, 10)
    const sent = await packed(one, 4)
    for (const step of ['handOver', 'turnBack', 'takeBack']) await shop.move('dispatch', sent.id, step)
    expect(await at(one)).toEqual({ stock: 6, quarantine: 4 })
    expect((await move(one, 4, 'quarantine', 'stock')).status).toBe(201)
    expect(await at(one)).toEqual({ stock: 10 })
    await agrees(one)
  })

  it('that is cancelled has taken nothing, and one that is lost is lost', async () => {
    const one = await cap()
    await receive(one, 10)
    const [off, gone] = [await packed(one, 2), await packed(one, 3)]
    await shop.move('dispatch', off.id, 'cancel')
    await shop.move('dispatch', gone.id, 'handOver')
    await shop.move('dispatch', gone.id, 'lose', { lostReason: 'Van burnt' })
    expect(await at(one)).toEqual({ stock: 7, lost: 3 })
    await agrees(one)
  })

  it('that left before there was a ledger moves nothing when it arrives', async () => {
    const one = await cap()
    const sent = await packed(one, 2)
    await shop.move('dispatch', sent.id, 'handOver')
    await shop.sql('alter table stock_move disable trigger user')
    await shop.sql('delete from stock_move where made_by = $1', [sent.id])
    await shop.sql('alter table stock_move enable trigger user')
    await shop.move('dispatch', sent.id, 'deliver', {})
    expect(await at(one)).toEqual({})
  })

  it('takes what it takes, also where we believed to have less', async () => {
    const one = await cap()
    const sent = await packed(one, 2)
    await shop.move('dispatch', sent.id, 'handOver')
    expect(await at(one)).toEqual({ stock: -2, courier: 2 })
    await agrees(one)
  })
})

describe('where the pieces of a product are', () => {
  it('is counted device by device where they have serial numbers', async () => {
    const device = await shop.make('product', { sku: `KW-${++count}`, name: 'Massager', price: 1 })
    const make = (colour: number | null) => shop.make('unit', { serial: `S-${++count}`, product: device.id, colour })
    await make(rose)
    await make(rose)
    const { id } = await make(null)
    await shop.move('unit', id, 'lose')
    const { body } = await shop.ask('GET', `/stock-move/levels?product=${device.id}`)
    expect(body).toEqual({
      serialised: true,
      levels: [
        { colour: null, place: 'lost', qty: 1 },
        { colour: rose, place: 'stock', qty: 2 },
      ],
    })
  })

  it('is for who may look through the ledger', async () => {
    const one = await cap()
    const seller = await signedIn(shop.server, { permissions: ['103-a', '200-a'] })
    expect((await shop.ask('GET', `/stock-move/levels?product=${one.id}`, undefined, seller)).status).toBe(403)
    expect((await shop.ask('GET', '/stock-move/levels?product=999999')).status).toBe(404)
  })
})
