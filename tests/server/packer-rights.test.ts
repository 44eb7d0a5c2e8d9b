import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import { unit as units } from '#contract/modules/stock/unit.ts'
import { shortCode } from '#contract/short-code.ts'
import type { SnapshotAnswer } from '#contract/calls/sync.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

let shop: PackingShop
let packer: SignedIn
let sale: Row
let device: Row
beforeAll(async () => {
  shop = await openPackingShop()
  packer = await signedIn(shop.server, { permissions: ['20-e'] })
  device = (await shop.stock(1, { note: 'Came with a scratch' }))[0]!
  const more = {
    email: 'asha@example.com',
    altPhone: '98300 12345',
    billing: 'Park Street',
    address: '14 Gariahat Road',
  }
  sale = await shop.confirmed(1, more)
})
afterAll(() => shop?.server.close())

const get = async (url: string, person = packer) => {
  const reply = await shop.server.app.inject({ url: `/api${url}`, headers: person.headers })
  return { status: reply.statusCode, body: reply.json<Record<string, unknown> & { rows: Row[] }>() }
}

describe('whoever may only dispatch', () => {
  it('reads what a parcel is made of, and nothing else of an order, a device or a product', async () => {
    const { status, body } = await get(`/order/${sale.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      number: expect.any(String),
      stage: 'confirmed',
      name: 'Asha Rao',
      address: '14 Gariahat Road',
    })
    for (const field of ['email', 'altPhone', 'billing', 'total', 'paid', 'customer', 'tags'])
      expect(body).not.toHaveProperty(field)
    const unit = (await get(`/unit/${device.id}`)).body
    expect(unit).toMatchObject({ serial: device.serial, product: shop.device.id, order: sale.id, stage: 'allocated' })
    for (const field of ['note', 'customer', 'warrantyEnd']) expect(unit).not.toHaveProperty(field)
    const product = (await get(`/product/${shop.device.id}`)).body
    expect(product).toMatchObject({ name: 'Massager', sku: 'KW', serialised: true })
    for (const field of ['price', 'floorPrice', 'parts']) expect(product).not.toHaveProperty(field)
  })

  it('opens no order where they may list all of them: that shows more than a glimpse, and no single record', async () => {
    const lists = await signedIn(shop.server, { permissions: ['20-a', '20-e'] })
    expect((await get(`/order`, lists)).status).toBe(200)
    expect((await get(`/order/${sale.id}`, lists)).status).toBe(404)
  })

  it('finds a device by what it scans, and nothing by what it does not see', async () => {
    const found = async (path: string) => (await get(path)).body.rows.map(({ id }) => id)
    expect(await found(`/unit?q=${String(device.serial)}`)).toEqual([device.id])
    expect(await found('/product?q=KW')).toEqual([shop.device.id])
    expect(await found('/order?q=Asha')).toEqual([sale.id])
    // By its code it is found as anybody finds it.
    const serial = String(device.serial)
    const hits = [{ module: 'unit', id: device.id, title: serial, code: serial, field: 'serial', archived: false }]
    expect((await get(`/scan?text=${serial}`)).body).toMatchObject({ hits, denied: [] })
    expect((await get(`/scan?text=${shortCode(units, device.id)}`)).body).toMatchObject({ hits: [{ id: device.id }] })
    expect((await get('/scan?text=KW')).body).toMatchObject({ hits: [{ module: 'product', id: shop.device.id }] })
    expect(await found('/order?q=asha@example.com')).toEqual([])
    expect(await found('/order?q=9830012345')).toEqual([])
    expect((await get('/order?filter[customer]=1')).status).toBe(400)
    expect((await get('/product?sort=price')).status).toBe(400)
  })

  it('opens none of their pages, and changes nothing of them', async () => {
    for (const path of [`/order/${sale.id}/history`, `/unit/${device.id}/history`, '/customer'])
      expect((await get(path)).status, path).toBe(403)
    const search = await get('/search?q=Asha')
    expect(JSON.stringify(search.body)).not.toContain('"order"')
    const reply = await shop.server.app.inject({
      method: 'PATCH',
      url: `/api/order/${sale.id}`,
      headers: { ...packer.headers, 'if-match': '1' },
      payload: { name: 'Somebody else' },
    })
    expect(reply.statusCode).toBe(403)
  })

  it('takes the same along without a connection', async () => {
    const { rows } = (await get('/sync/snapshot')).body as unknown as SnapshotAnswer
    const of = (name: string) => rows.find(({ t }) => t === name)?.row
    expect(of('order')).toMatchObject({ id: sale.id, lines: [{ product: shop.device.id, qty: 1 }] })
    expect(of('order')).not.toHaveProperty('email')
    expect(of('unit')).toMatchObject({ serial: device.serial })
    expect(of('product')).not.toHaveProperty('price')
    expect(rows.some(({ t }) => t === 'customer')).toBe(false)
  })

  it('finds no more where it opens records one by one besides: lists stay shut', async () => {
    for (const [path, permissions] of [
      ['order', ['20-d', '20-e']],
      ['unit', ['200-d', '20-e']],
      ['product', ['103-d', '20-e']],
      ['maintenance', ['40-d', '40-e']],
    ] as const) {
      const person = await signedIn(shop.server, { permissions: [...permissions] })
      expect((await get(`/${path}`, person)).status, path).toBe(403)
      expect((await get(`/${path}/count`, person)).status, path).toBe(403)
      expect((await get(`/${path}/group?by=createdBy`, person)).status, path).toBe(403)
    }
    const person = await signedIn(shop.server, { permissions: ['20-d', '20-e'] })
    expect((await get(`/order/${sale.id}/neighbours`, person)).status).toBe(403)
    expect((await get(`/order/${sale.id}`, person)).body).toHaveProperty('email')
  })

  it('counts and groups nothing, and looks at nothing that is neither packed nor on its way', async () => {
    for (const path of ['/order/count', '/order/group?by=stage', `/order/${sale.id}/neighbours`, '/unit/count'])
      expect((await get(path)).status, path).toBe(403)
    const draft = await shop.ordered([{ product: shop.device.id, qty: 1, unitPrice: 1 }], { name: 'Draft' })
    const [scrap] = await shop.stock(1)
    await shop.sql(`update unit set stage = 'withCustomer' where id = $1`, [scrap!.id])
    for (const path of [`/order/${draft.id}`, `/unit/${scrap!.id}`]) expect((await get(path)).status, path).toBe(404)
    const scanned = (await get(`/scan?text=${String(scrap!.serial)}`)).body
    expect(scanned).toMatchObject({ hits: [], denied: ['unit'] })
    const ids = (rows: Row[]) => rows.map(({ id }) => id)
    expect(ids((await get('/order?limit=100')).body.rows)).toEqual([sale.id])
    expect(ids((await get('/unit?limit=100')).body.rows)).not.toContain(scrap!.id)
    const taken = (await get('/sync/snapshot')).body as unknown as SnapshotAnswer
    expect(taken.rows.map(({ id }) => id)).toContain(sale.id)
    for (const { id } of [draft, scrap!]) expect(taken.rows.map(one => one.id)).not.toContain(id)
  })

  it('sees the orders of its own scope only', async () => {
    const own = await signedIn(shop.server, { permissions: ['20-e'], scopes: { order: 'own' } })
    expect((await get(`/order/${sale.id}`, own)).status).toBe(404)
    expect((await get('/order', own)).body.rows).toEqual([])
  })

  it('has no part in what it does not pack: jobs are for those who send jobs', async () => {
    const job = await shop.make('maintenance', {
      name: 'Asha Rao',
      phone: '98765 43210',
      product: shop.device.id,
      diagnosis: 'Dead',
    })
    expect((await get(`/maintenance/${job.id}`)).status).toBe(403)
    const sender = await signedIn(shop.server, { permissions: ['40-e'] })
    const { status, body } = await get(`/maintenance/${job.id}`, sender)
    expect([status, body.name]).toEqual([200, 'Asha Rao'])
    expect(body).not.toHaveProperty('diagnosis')
    expect((await get(`/order/${sale.id}`, sender)).status).toBe(403)
  })
})
