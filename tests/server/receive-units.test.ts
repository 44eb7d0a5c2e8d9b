import { afterAll, beforeAll, expect, it } from 'vitest'
import { receiveUnitsCall } from '#contract/calls/receive-units.ts'
import type { Row } from '#contract/module.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let product: Row
beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'SPA-1', name: 'Foot spa', price: 499_900, serialised: true })
})
afterAll(() => shop.server.close())

type Line = { serial: string; product?: number; place?: string }
const receive = (lines: readonly Line[], as = shop.person) =>
  shop.ask(
    'POST',
    receiveUnitsCall.path,
    { devices: lines.map(line => ({ product: product.id, colour: null, place: 'inStock', ...line })) },
    as,
  )
const known = async () =>
  (await shop.sql<{ serial: string }>('select serial from unit order by serial')).map(({ serial }) => serial)

it('new devices become records, each by a deed of whoever receives them, and say where they went', async () => {
  expect(await receive([{ serial: ' R-0001' }, { serial: 'R-0002', place: 'quarantine' }])).toEqual({
    status: 200,
    body: { received: 2 },
  })
  const rows = await shop.sql<object>(`select serial, stage, holder, created_by from unit order by serial`)
  const by = { holder: 'us', created_by: shop.person.userId }
  expect(rows).toMatchObject([
    { serial: 'R-0001', stage: 'inStock', ...by },
    { serial: 'R-0002', stage: 'quarantine', ...by },
  ])
  const moves = await shop.sql<{ way: string }>(
    `select "from" || ' ' || "to" || ' ' || cause as way from stock_move order by id`,
  )
  expect(moves.map(({ way }) => way)).toEqual(['supplier stock purchase', 'supplier quarantine purchase'])
})

it('all are received or none: those that are known, or named twice, are named', async () => {
  const before = await known()
  const refused = await receive([{ serial: 'R-0003' }, { serial: 'r-0001' }, { serial: 'R 0002' }])
  expect(refused).toMatchObject({
    status: 400,
    body: {
      message: 'Nothing was received: of 3 serial numbers 2 are known already: r-0001, R 0002.',
      fields: {
        'devices.1.serial': 'A device with this serial number is known already.',
        'devices.2.serial': 'A device with this serial number is known already.',
      },
    },
  })
  expect((await receive([{ serial: 'R-0009' }, { serial: 'r0009' }])).body.message).toMatch(/1 is named twice: r0009/)
  expect(await known()).toEqual(before)
})

it('is for who may enter devices, of products that have serial numbers, and 300 at a time', async () => {
  const before = await known()
  expect(
    (await receive([{ serial: 'R-1' }], await signedIn(shop.server, { permissions: ['200-a', '200-d'] }))).status,
  ).toBe(403)
  const clerk = await signedIn(shop.server, { permissions: ['200-b'] })
  expect((await receive([{ serial: 'R-1' }, { serial: 'R-2', place: 'quarantine' }], clerk)).status).toBe(403)
  const cap = await shop.make('product', { sku: 'CAP', name: 'Cap', price: 1_000, serialised: false })
  expect((await receive([{ serial: 'R-1' }, { serial: 'R-2', product: cap.id }])).status).toBe(422)
  const many = Array.from({ length: 301 }, (_, at) => ({ serial: `M-${at}` }))
  expect((await receive(many)).status).toBe(400)
  expect(await known()).toEqual(before)
  expect((await receive(many.slice(1))).body).toEqual({ received: 300 })
})
