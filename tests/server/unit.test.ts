import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import { dayAfter } from '#contract/warranty.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let product: Row
let count = 0
beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'SPA-1', name: 'Foot spa', price: 499_900, warrantyDays: 400 })
})
afterAll(() => shop.server.close())

const day = async () => {
  const [row] = await shop.sql<{ today: string }>(`select (now() at time zone 'Asia/Kolkata')::date::text as today`)
  return row!.today
}
const device = (more: object = {}) => shop.make('unit', { serial: `S-${++count}`, product: product.id, ...more })
const person = (more: object = {}) =>
  shop.make('customer', { name: `Asha ${++count}`, phones: [{ number: `98765${10_000 + count}` }], ...more })
const unitCount = async (id: number) => (await shop.read('customer', id)).unitCount
const ledger = async (id: number) =>
  (
    await shop.sql<{ way: string }>(
      `select "from" || ' ' || "to" || ' ' || cause as way from stock_move where unit = $1 order by id`,
      [id],
    )
  ).map(({ way }) => way)

describe('a device', () => {
  it('goes from the supplier to its customer: holder, warranty, ledger and their count go with it', async () => {
    const { id } = await device()
    expect(await shop.read('unit', id)).toMatchObject({ stage: 'inStock', holder: 'us', warrantyEnd: null })
    const { id: customer } = await person()
    expect(await shop.move('unit', id, 'allocate')).toMatchObject({ holder: 'us' })
    expect(await shop.move('unit', id, 'ship')).toMatchObject({ holder: 'courier' })
    const before = await day()
    const delivered = await shop.move('unit', id, 'deliver', { customer })
    const today = delivered.soldAt as string
    expect([before, await day()]).toContain(today)
    expect(delivered).toMatchObject({
      stage: 'withCustomer',
      holder: 'customer',
      customer,
      deliveredAt: today,
      warrantyStart: today,
      warrantyEnd: dayAfter(today, 400),
      warrantyBasis: 'delivery',
    })
    expect(await ledger(id)).toEqual(['supplier stock purchase', 'stock courier dispatch', 'courier customer sale'])
    expect(await unitCount(customer)).toBe(1)

    await shop.move('unit', id, 'takeBack')
    await shop.move('unit', id, 'quarantine')
    expect(await unitCount(customer)).toBe(1)
    expect(await shop.move('unit', id, 'restock')).toMatchObject({
      holder: 'us',
      customer: null,
      deliveredAt: null,
      warrantyEnd: null,
    })
    expect(await unitCount(customer)).toBe(0)
    expect((await ledger(id)).slice(3)).toEqual([
      'customer courier return',
      'courier quarantine move',
      'quarantine stock move',
    ])
  })

  it('keeps its warranty through a repair, and goes back only to whom it belongs', async () => {
    const { id: customer } = await person()
    const { id } = await device({ customer, deliveredAt: '2026-03-01' })
    const sold = await shop.read('unit', id)
    expect(sold).toMatchObject({ stage: 'withCustomer', holder: 'customer', warrantyEnd: '2027-04-05' })
    expect(await ledger(id)).toEqual([])
    expect(await shop.move('unit', id, 'repair')).toMatchObject({ holder: 'technician' })
    const { warrantyStart, warrantyEnd } = await shop.move('unit', id, 'handBack')
    expect({ warrantyStart, warrantyEnd }).toEqual({ warrantyStart: '2026-03-01', warrantyEnd: '2027-04-05' })
    expect(await ledger(id)).toEqual(['customer service repair', 'service customer repair'])

    const { id: ours } = await device()
    await shop.move('unit', ours, 'repair')
    const refused = await shop.ask('POST', `/unit/${ours}/handBack`)
    expect(refused).toMatchObject({ status: 422, body: { code: 'not-now' } })
  })

  it('has the warranty that somebody writes, from then on by hand', async () => {
    const { id } = await device({ customer: (await person()).id, deliveredAt: '2026-03-01' })
    const { body } = await shop.change('unit', id, { warrantyEnd: '2030-01-01' })
    expect(body).toMatchObject({ warrantyEnd: '2030-01-01', warrantyBasis: 'manual' })
    expect((await shop.change('unit', id, { deliveredAt: '2026-04-01' })).body).toMatchObject({
      warrantyStart: '2026-03-01',
      warrantyEnd: '2030-01-01',
    })
    const { body: again } = await shop.change('unit', id, { warrantyBasis: 'delivery' })
    expect(again).toMatchObject({ warrantyStart: '2026-04-01', warrantyEnd: '2027-05-06' })
  })

  it('counts its warranty from the invoice where the house says so, and not before anybody says so', async () => {
    const [setting] = await shop.sql<{ id: number }>('select id from general_setting')
    await shop.change('generalSetting', setting!.id, { warrantyStart: 'invoice' })
    const { id } = await device({ customer: (await person()).id, soldAt: '2026-01-01', deliveredAt: '2026-03-01' })
    expect(await shop.read('unit', id)).toMatchObject({ warrantyStart: '2026-01-01', warrantyBasis: 'invoice' })
    await shop.change('generalSetting', setting!.id, { warrantyStart: 'manual' })
    const { id: other } = await device({ customer: (await person()).id, deliveredAt: '2026-03-01' })
    expect(await shop.read('unit', other)).toMatchObject({ warrantyStart: null, warrantyBasis: null })
    await shop.change('generalSetting', setting!.id, { warrantyStart: 'delivery' })
  })

  it('takes the place of one other, carries over what was left of its warranty, and both say so', async () => {
    const { id: customer } = await person()
    const { id: old } = await device({ customer, deliveredAt: '2026-03-01' })
    const { id } = await device({ replaces: old, warrantyBasis: 'carried' })
    expect(await shop.read('unit', id)).toMatchObject({ warrantyEnd: '2027-04-05', warrantyBasis: 'carried' })
    expect(await shop.read('unit', old)).toMatchObject({ replacedBy: id })
    const second = await shop.ask('POST', '/unit', { serial: 'S-second', product: product.id, replaces: old })
    expect(second).toMatchObject({ status: 400, body: { fields: { replaces: expect.any(String) } } })
    expect((await shop.change('unit', id, { replaces: id })).status).toBe(400)
    await shop.change('unit', id, { replaces: null })
    expect(await shop.read('unit', old)).toMatchObject({ replacedBy: null })
  })

  it('is counted for the customer whom it passes on to, and for nobody once it is archived', async () => {
    const [first, second] = [await person(), await person({ type: 'dealer' })]
    const { id } = await device({ customer: first.id })
    const { body } = await shop.change('unit', id, { customer: second.id })
    expect(body).toMatchObject({ holder: 'dealer' })
    expect([await unitCount(first.id), await unitCount(second.id)]).toEqual([0, 1])
    await shop.ask('DELETE', `/unit/${id}`)
    expect(await unitCount(second.id)).toBe(0)
    await shop.ask('POST', `/unit/${id}/restore`)
    expect(await unitCount(second.id)).toBe(1)
  })

  it('has a serial number that no other device has, however it is written', async () => {
    await device({ serial: 'ABC-1' })
    const { status, body } = await shop.ask('POST', '/unit', { serial: 'abc-1', product: product.id })
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { serial: expect.any(String) } })
  })
})
