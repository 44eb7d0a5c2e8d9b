import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UnitCost } from '#contract/calls/unit-costs.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'
import { signedIn } from '../support/server.ts'

let shop: PackingShop
beforeAll(async () => {
  shop = await openPackingShop()
})
afterAll(() => shop?.server.close())

const costs = async (unit: number, as = shop.person) => {
  const { status, body } = await shop.ask('GET', `/unit/costs?unit=${unit}`, undefined, as)
  return { status, entries: (body as unknown as { entries?: UnitCost[] }).entries }
}

it('a device tells what it was sold for, what its jobs asked for, and what we bore', async () => {
  const [unit] = await shop.stock(1)
  expect((await costs(unit!.id)).entries).toEqual([])
  const lines = [{ product: shop.device.id, qty: 2, unitPrice: 100_000, discount: 5_000 }]
  const order = await shop.ordered(lines, { discount: 10_000, taxIncluded: false })
  await shop.moved(order.id, 'confirmShort')
  const job = await shop.make('maintenance', {
    name: 'Asha Rao',
    phone: '98765 43210',
    unit: unit!.id,
    cover: 'paid',
    charges: [
      { label: 'Cleaning', amount: 30_000, taxRate: 1800, pays: 'customer' },
      { label: 'Transport', amount: 20_000, taxRate: 1800, pays: 'us' },
    ],
  })
  const cancelled = await shop.make('maintenance', { name: 'Asha Rao', phone: '98765 43210', unit: unit!.id })
  await shop.move('maintenance', cancelled.id, 'cancel', { cancelReason: 'Twice' })

  const { entries } = await costs(unit!.id)
  expect(entries).toMatchObject([
    { module: 'order', record: order.id, asked: 109_150, borne: 0 },
    { module: 'maintenance', record: job.id, asked: 30_000, borne: 20_000 },
  ])
})

it('nobody is told of what they may not open', async () => {
  const [unit] = await shop.stock(1)
  await shop.confirmed(1)
  const job = { name: 'Asha Rao', phone: '98765 43210', unit: unit!.id }
  const { id } = await shop.make('maintenance', job)
  const stock = await signedIn(shop.server, { permissions: ['200-d'] })
  expect((await costs(unit!.id, stock)).entries).toEqual([])
  const own = await signedIn(shop.server, { permissions: ['200-d', '40-d'], scopes: { maintenance: 'own' } })
  expect((await costs(unit!.id, own)).entries).toEqual([])
  const service = await signedIn(shop.server, { permissions: ['200-d', '40-d'] })
  expect((await costs(unit!.id, service)).entries).toMatchObject([{ module: 'maintenance', record: id }])
  expect((await costs(unit!.id + 1_000)).status).toBe(404)
  expect((await costs(unit!.id, await signedIn(shop.server, { permissions: ['40-d'] }))).status).toBe(403)
})
