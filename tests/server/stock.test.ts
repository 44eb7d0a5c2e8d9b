import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let product: Row
let count = 0
beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'SPA-1', name: 'Foot spa', price: 499_900 })
})
afterAll(() => shop.server.close())

const part = (more: object = {}) => shop.make('part', { code: `P-${++count}`, name: `Motor ${count}`, ...more })
const arrived = (id: number, qty: number) =>
  shop.ask('POST', '/stock-move', { part: id, qty, from: 'supplier', to: 'stock', cause: 'purchase' })
const used = (id: number, qty: number) =>
  shop.ask('POST', '/stock-move', { part: id, qty, from: 'stock', to: 'scrap', cause: 'scrap' })

describe('the parts on hand', () => {
  it('are the sum of the moves, also when twenty people count at once', async () => {
    const { id, onHand } = await part()
    expect(onHand).toBe(0)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => arrived(id, at + 1)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(20)
    for (const { body } of answers) expect(body.number).toMatch(/^STM-\d{4}-\d{6}$/)
    expect((await shop.read('part', id)).onHand).toBe(210)
    const [sum] = await shop.sql('select sum(qty)::int as n from stock_move where part = $1', [id])
    expect(sum).toEqual({ n: 210 })
  })

  it('are too few below the minimum, and the list finds these', async () => {
    const { id } = await part({ minimum: 5 })
    expect(await shop.read('part', id)).toMatchObject({ low: true })
    await arrived(id, 5)
    expect(await shop.read('part', id)).toMatchObject({ onHand: 5, low: false })
    await used(id, 1)
    expect(await shop.read('part', id)).toMatchObject({ onHand: 4, low: true })
    const { body } = await shop.ask('GET', '/part?filter[low]=true')
    expect((body as unknown as { rows: Row[] }).rows.map(row => row.id)).toEqual([id])
    expect((await shop.change('part', id, { minimum: 4 })).body).toMatchObject({ low: false })
  })

  it('are never taken by hand where there are not so many', async () => {
    const { id } = await part()
    await arrived(id, 3)
    const { status, body } = await used(id, 4)
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { qty: 'There are only 3 in stock.' } })
    expect((await shop.read('part', id)).onHand).toBe(3)
  })
})

describe('a stock move', () => {
  it.each([
    ['of nothing', {}, 'unit'],
    ['to where it is', { part: 1, to: 'supplier' }, 'to'],
    ['of half a part', { part: 1, qty: 1.5 }, 'qty'],
    ['of two of one device', { unit: 1, qty: 2 }, 'qty'],
    ['of a device and a part', { unit: 1, part: 1 }, 'part'],
  ])('%s is refused', async (_name, differences, field) => {
    const ids = { part: (await part()).id, unit: await device() }
    const named = Object.fromEntries(
      Object.entries(differences).map(([name, value]) => [name, name in ids ? ids[name as 'part' | 'unit'] : value]),
    )
    const { status, body } = await shop.ask('POST', '/stock-move', {
      from: 'supplier',
      to: 'stock',
      cause: 'purchase',
      ...named,
    })
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty(field)
  })

  it('lends a device of the stock to a technician and brings it back; elsewhere the device’s own actions do it', async () => {
    const id = await device()
    const lend = (from: string, to: string) => shop.ask('POST', '/stock-move', { unit: id, from, to, cause: 'move' })
    expect((await lend('stock', 'technician')).status).toBe(201)
    expect(await shop.read('unit', id)).toMatchObject({ stage: 'inStock', holder: 'technician' })
    expect(await lend('stock', 'influencer')).toMatchObject({
      status: 400,
      body: { fields: { from: expect.any(String) } },
    })
    expect((await lend('technician', 'stock')).status).toBe(201)
    expect(await shop.read('unit', id)).toMatchObject({ holder: 'us' })
    expect((await lend('stock', 'customer')).status).toBe(422)
    await shop.move('unit', id, 'lose')
    expect((await lend('lost', 'stock')).status).toBe(422)
  })
})

const device = async () => (await shop.make('unit', { serial: `S-${++count}`, product: product.id })).id

describe('a bank account', () => {
  it('is known by its last digits to whoever may not see its number', async () => {
    const { id } = await shop.make('bank', { name: 'Current', accountNumber: '5010 0423 7781 2904' })
    expect(await shop.read('bank', id)).toMatchObject({ accountEnd: '2904' })
    expect((await shop.change('bank', id, { accountNumber: '1234' })).body).toMatchObject({ accountEnd: null })
  })
})
