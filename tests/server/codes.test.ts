import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let shop: Shop
let product: Row
let count = 100
beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'SPA-1', name: 'Foot spa', price: 499_900 })
})
afterAll(() => shop?.server.close())

const TAKEN = 'Another record has this already.'
const customerWith = (more: object) => ({ name: `C ${++count}`, phones: [{ number: '9825012345' }], ...more })
const refused = async (path: string, body: object) => (await shop.ask('POST', path, body)).body.fields

describe('the same code is not there twice', () => {
  test('as a serial number', async () => {
    await shop.make('unit', { serial: 'AJ22025-102479', product: product.id })
    for (const serial of ['AJ22025 102479', 'aj22025\u2013102479', 'AJ22025102479', '\u0410J22025-102479'])
      expect(await refused('/unit', { serial, product: product.id }), serial).toEqual({ serial: TAKEN })
  })

  test('as a bar code, with a nought before it or without', async () => {
    await shop.make('part', { code: 'P-1', name: 'Motor', barcode: '012345678905' })
    for (const barcode of ['0012345678905', '0 12345 67890 5'])
      expect(await refused('/part', { code: `P-${++count}`, name: 'Motor', barcode })).toEqual({ barcode: TAKEN })
    // A code of one's own is kept, whatever its check digit.
    expect(await shop.make('part', { code: 'P-3', name: 'Hose', barcode: '400638 1333932' })).toMatchObject({
      barcode: '4006381333932',
    })
  })
})

describe('a code that is wrong for sure is refused, by form, API and push', () => {
  test('a GSTIN', async () => {
    expect(await refused('/customer', customerWith({ taxId: '27AAAPA0000A1Z8' }))).toEqual({
      taxId: 'The last sign of this GSTIN does not fit the others. Please compare it.',
    })
    expect(Object.keys((await refused('/customer', customerWith({ taxId: '27AAAPAOOOOA1Z7' })))!)).toEqual(['taxId'])
    expect(await shop.make('customer', customerWith({ taxId: ' 27 aaapa 0000a 1z7\u200b' }))).toMatchObject({
      taxId: '27AAAPA0000A1Z7',
    })
    expect(await shop.make('customer', customerWith({ taxId: 'GB123456789' }))).toMatchObject({ taxId: 'GB123456789' })
    const device = httpDevice(shop.server.app, shop.person)
    const phones = [{ id: await device.newId(), number: '9825012345', kind: 'mobile', typed: null }]
    const args = { name: 'Pushed', phones, taxId: '27AAAPA0000A1Z8' }
    expect(await device.push(device.op('customer.create', await device.newId(), args))).toMatchObject([
      { status: 'rejected', fields: { taxId: expect.any(String) } },
    ])
  })

  test('an HSN code', async () => {
    for (const hsn of ['90191', 'abc'])
      expect(await refused('/product', { sku: `S-${++count}`, name: 'Spa', price: 1, hsn })).toEqual({
        hsn: 'An HSN code has 4, 6 or 8 digits.',
      })
    expect(await shop.make('product', { sku: 'S-X', name: 'Spa', price: 1, hsn: '9019 10 20' })).toMatchObject({
      hsn: '90191020',
    })
  })

  test('a pincode, where the address is in India', async () => {
    const said = { 'addresses.0.pincode': 'A pincode has six digits, and the first is not 0.' }
    const india = await shop.make('country', { label: 'India' })
    const abroad = await shop.ask('POST', '/list/country', { label: 'United Kingdom' })
    const at = (pincode: string, country: number | null) =>
      customerWith({ addresses: [{ line: 'x', pincode, country }] })
    expect(await refused('/customer', at('38000', null))).toEqual(said)
    expect(await refused('/customer', at('38000', india.id))).toEqual(said)
    const kept = await shop.make('customer', at('SW1A 1AA', abroad.body.id))
    expect(kept).toMatchObject({ addresses: [{ pincode: 'SW1A 1AA' }] })
    expect(await shop.make('customer', at('380 009', india.id))).toMatchObject({ addresses: [{ pincode: '380009' }] })
  })

  test('and one from before stays while the rest is changed', async () => {
    const made = await shop.make('customer', customerWith({ taxId: '27AAAPA0000A1Z7' }))
    await shop.sql(`update customer set tax_id = '27AAAPA0000A1Z8' where id = $1`, [made.id])
    expect((await shop.change('customer', made.id, { name: 'Other' })).status).toBe(200)
    expect((await shop.change('customer', made.id, { taxId: '27AAAPA0000A1Z9' })).status).toBe(400)
  })
})

describe('a code is found however it is typed', () => {
  test.each(['aj22025102479', 'AJ22025 102479', 'aj22025\u2013102479', 'AJ-22025-102479'])(
    'by search, list and scan: %s',
    async said => {
      const q = encodeURIComponent(said)
      expect((await shop.ask('GET', `/unit?q=${q}`)).body).toMatchObject({ rows: [{ serial: 'AJ22025-102479' }] })
      const { body } = await shop.ask('GET', `/search?q=${q}`)
      expect(body).toMatchObject({ groups: [{ module: 'unit', rows: [{ title: 'AJ22025-102479' }] }] })
      expect((await shop.ask('GET', `/scan?text=${q}`)).body).toMatchObject({
        hits: [{ title: 'AJ22025-102479' }],
      })
    },
  )

  test('a bar code with a nought before it', async () => {
    expect((await shop.ask('GET', '/scan?text=0012345678905')).body).toMatchObject({
      hits: [{ title: 'Motor' }],
    })
  })

  test('a customer by what they typed of a GSTIN', async () => {
    const { body } = await shop.ask('GET', `/customer?q=${encodeURIComponent('27 AAAPA 0000A')}`)
    expect((body as unknown as { rows: Row[] }).rows.length).toBeGreaterThan(0)
  })
})
