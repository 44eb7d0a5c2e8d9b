import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

/** What people are told of is worked out from tasks: nobody is told of a record that is hidden from them. */
let shop: Shop
/** Sees their own tasks, customers and orders only. */
let bound: SignedIn
let hidden: Row
let order: Row
beforeAll(async () => {
  shop = await openShop()
  // Of all kinds: the one that shows the most of an order counts, and parcels and payments show orders.
  const scopes = Object.fromEntries(recordModuleNames.map(name => [name, 'own' as const]))
  bound = await signedIn(shop.server, { permissions: allPermissions, scopes })
  const product = await shop.make('product', { sku: 'N-1', name: 'Trimmer', price: 100_00 })
  const phones = [{ number: '+919820000131' }]
  hidden = await shop.make('customer', { name: 'Hidden Hilda', phones, owner: shop.person.userId })
  order = await shop.make('order', {
    name: 'Hidden Hilda',
    phone: '+919820000131',
    assignedTo: shop.person.userId,
    customer: hidden.id,
    lines: [{ product: product.id, qty: 1, unitPrice: 100_00 }],
  })
})
afterAll(() => shop?.server.close())

const ask = (path: string) => shop.ask('GET', path, undefined, bound)
const theirs = (more: object = {}) =>
  shop.make('task', { title: 'Call back', assignedTo: bound.userId, order: order.id, customer: hidden.id, ...more })

test('a task about a record out of reach tells its number, and nothing that stands in it', async () => {
  const task = await theirs()
  const device = httpDevice(shop.server.app, bound)
  await device.load()
  const told = [
    (await ask(`/task/${task.id}`)).body,
    (await ask(`/task?filter[assignedTo]=${bound.userId}`)).body,
    (await ask(`/task/${task.id}/history`)).body,
    (await ask('/search?q=hilda')).body,
    [...device.rows.values()],
  ]
  expect(told[0]).toMatchObject({ id: task.id, order: order.id })
  expect(JSON.stringify(told)).not.toContain('Hilda')
  expect((await ask(`/order/${order.id}`)).status).toBe(404)
  expect((await ask(`/customer/timeline?customer=${hidden.id}`)).status).toBe(404)
})

test('a task that was passed on tells whoever had it nothing of what comes after', async () => {
  const task = await theirs({ title: 'To pass on' })
  const device = httpDevice(shop.server.app, bound)
  await device.load()
  await shop.change('task', task.id, { assignedTo: shop.person.userId })
  await shop.change('task', task.id, { taskRemarks: [{ text: 'A secret of the house' }] })
  for (const path of [`/task/${task.id}`, `/task/${task.id}/history`, `/task/${task.id}/notes`])
    expect((await ask(path)).status, path).toBe(404)
  await device.catchUp()
  expect(device.row(task.id)).toBeUndefined()
  const rows = (await ask(`/task?filter[assignedTo]=${shop.person.userId}&limit=100`)).body.rows as Row[]
  expect(rows.map(({ id }) => id)).not.toContain(task.id)
  const op = device.op('task.finish', task.id, {}, { base: { version: task.version, fields: {} } })
  expect(JSON.stringify(await device.push(op))).not.toContain('secret')
})
