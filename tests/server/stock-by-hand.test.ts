import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StockLevel } from '#contract/calls/product-stock.ts'
import type { Row } from '#contract/module.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { piecesAt } from '#server/flows/stock-levels.ts'
import { runOn } from '#server/lib/transaction.ts'
import { explaining, lookedAt, type Planned } from '../support/list-plans.ts'
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
  shop.make('product', { sku: `BY-${++count}`, name: `Cap ${count}`, price: 10_000, serialised: false, ...more })
const move = (product: Row, qty: number, from: string, to: string, more: object = {}) =>
  shop.ask('POST', '/stock-move', { product: product.id, qty, from, to, cause: 'move', ...more })
const receive = (product: Row, qty: number, colour: number | null = null) =>
  move(product, qty, 'supplier', 'stock', { cause: 'purchase', colour })
const counted = (product: Row, pieces: number, colour: number | null = null) =>
  move(product, 1, 'stock', 'stock', { cause: 'count', counted: pieces, colour })
const levels = async (product: Row) =>
  (await shop.ask('GET', `/stock-move/levels?product=${product.id}`)).body as unknown as { levels: StockLevel[] }
const onHand = async ({ id }: Row) => (await shop.read('product', id)).onHand
const serialise = ({ id }: Row, serialised: boolean) => shop.change('product', id, { serialised })

async function handedOver(product: Row, qty: number): Promise<Row> {
  const lines = [{ product: product.id, colour: null, qty, unitPrice: 10_000 }]
  const sale = await shop.make('order', { name: 'Asha', phone: '98765 43210', lines })
  const { lines: sold } = (await shop.move('order', sale.id, 'confirmShort')) as unknown as Order
  const items = [{ line: sold[0]!.id, product: product.id, qty, counted: qty }]
  const one = await shop.make('dispatch', { order: sale.id, items })
  for (const step of ['pack', 'check', 'label']) await shop.move('dispatch', one.id, step)
  return shop.move('dispatch', one.id, 'handOver')
}

describe('a product gets serial numbers', () => {
  it('when none of its pieces are left to be moved without', async () => {
    const one = await cap()
    await receive(one, 5)
    const sent = await handedOver(one, 3)
    expect((await serialise(one, true)).body.fields).toHaveProperty('serialised')
    await shop.move('dispatch', sent.id, 'deliver', {})
    expect((await serialise(one, true)).body.fields).toHaveProperty('serialised')
    await counted(one, 0)
    expect((await serialise(one, true)).status).toBe(200)
  })

  it.each([
    ['delivered', [['deliver', {}]], 'customer'],
    ['taken back', [['turnBack'], ['takeBack']], 'quarantine'],
    ['lost', [['lose', { lostReason: 'Van burnt' }]], 'lost'],
  ] as const)('and what of it was under way before is %s all the same', async (_, steps, place) => {
    const one = await cap()
    await receive(one, 3)
    const sent = await handedOver(one, 3)
    // As it was possible once.
    await shop.sql('update product set serialised = true, on_hand = null where id = $1', [one.id])
    for (const [step, args] of steps) await shop.move('dispatch', sent.id, step, args)
    await shop.sql('update product set serialised = false where id = $1', [one.id])
    expect((await levels(one)).levels).toContainEqual({ colour: null, place, qty: 3 })
  })

  it('and says no number on hand while it has them, but what the ledger has when they are gone', async () => {
    const one = await shop.make('product', { sku: `BY-${++count}`, name: 'Massager', price: 1 })
    expect(one.onHand).toBeNull()
    await serialise(one, false)
    expect(await onHand(one)).toBe(0)
    await receive(one, 4)
    await shop.sql('update product set serialised = true, on_hand = null where id = $1', [one.id])
    await serialise(one, false)
    expect(await onHand(one)).toBe(4)
    await counted(one, 0)
    await serialise(one, true)
    expect(await onHand(one)).toBeNull()
  })
})

describe('a product with colours', () => {
  it('is received and counted in one of them', async () => {
    const one = await cap({ colours: [rose, blue] })
    const other = (await shop.make('color', { label: `Jade ${++count}` })).id
    await receive(one, 10, rose)
    await receive(one, 7, blue)
    expect((await counted(one, 17)).body.fields).toEqual({ colour: 'Choose one of its colours.' })
    expect((await counted(one, 17, other)).body.fields).toHaveProperty('colour')
    expect((await receive(one, 1)).body.fields).toHaveProperty('colour')
    expect((await receive(one, 1, other)).body.fields).toHaveProperty('colour')
    expect(await onHand(one)).toBe(17)
  })

  it('loses what it has in none of them, or in one of before', async () => {
    const one = await cap()
    await receive(one, 5)
    await receive(one, 3, rose)
    await shop.change('product', one.id, { colours: [blue] })
    expect((await counted(one, 6)).body.fields).toHaveProperty('colour')
    expect((await move(one, 2, 'stock', 'quarantine')).status).toBe(201)
    expect((await move(one, 4, 'stock', 'quarantine')).body.fields).toHaveProperty('colour')
    expect((await move(one, 2, 'quarantine', 'scrap')).status).toBe(201)
    expect((await counted(one, 0)).status).toBe(201)
    expect((await counted(one, 0, rose)).status).toBe(201)
    expect((await counted(one, 8, blue)).status).toBe(201)
    expect(await onHand(one)).toBe(8)
  })
})

it('how many of a colour are in stock is read from the moves of that colour, not from all of its product', async () => {
  const [one, other] = [await cap(), await cap()]
  const sold = (nr: number, { id }: Row, colour: number | null) =>
    shop.sql(
      `insert into stock_move (id, number, at, product, colour, qty, "from", "to", cause, created_by, updated_by)
       select $1::bigint + nr, 'BY-' || nr, now(), $2, $3, 1, 'stock', 'customer', 'sale', 1, 1
       from generate_series(1, 2000) as nr`,
      [9_000_000_000 + nr * 10_000, id, colour],
    )
  await sold(1, one, rose)
  await sold(2, other, blue)
  await sold(3, other, null)
  await receive(one, 6, blue)
  await shop.sql('vacuum (analyze) stock_move')
  const planned: Planned[] = []
  const { pool } = explaining(shop.server.database.pool, planned, true)
  const db = { also: runOn(pool as never) }
  expect(await piecesAt(db, { product: one.id, colour: blue, place: 'stock' })).toBe(6)
  expect(await piecesAt(db, { product: one.id, colour: null, place: 'stock' })).toBe(0)
  expect(planned).toHaveLength(2)
  for (const statement of planned) expect(lookedAt(statement)).toBeLessThan(10)
})
