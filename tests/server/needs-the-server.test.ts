import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUSH_LIMIT, type PushOp } from '#contract/calls/push.ts'
import { mayWait } from '#contract/may-wait.ts'
import { register } from '#contract/register.ts'
import { NOBODYS_ID, wishesOf, type Wish } from '../support/authz.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'

/** What needs the word of the server (confirmations, money, numbers) and comes from a queue, where it waited. */
let shop: Shop
let device: HttpDevice
const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const refused = { code: 'not_now', message: 'This cannot wait on a device. Do it again with a connection.' }

beforeAll(async () => {
  shop = await openShop()
  device = httpDevice(shop.server.app, shop.person)
})
afterAll(() => shop.server.close())

const wishes = wishesOf(register)
const needing = wishes.filter(({ module, action }) => !mayWait(module, action))
const waiting = wishes.filter(wish => !needing.includes(wish))

/** What is said of each, in a lane of its own. */
async function messages(of: readonly Wish[], mark: Partial<PushOp> = {}): Promise<Map<string, string | undefined>> {
  const ops = of.map(({ name }, at) =>
    device.op(name, NOBODYS_ID + at, {}, { base: { version: 1, fields: {} }, ...mark }),
  )
  const said = new Map<string, string | undefined>()
  for (let from = 0; from < ops.length; from += PUSH_LIMIT)
    for (const [at, { message }] of (await device.push(...ops.slice(from, from + PUSH_LIMIT))).entries())
      said.set(of[from + at]!.name, message)
  return said
}

test.each([
  ['that it waited', { offline: true }],
  ['when it was wished', { queuedAt: ago(1) }],
])('is refused from a queue that says %s', async (_, mark) => {
  expect(await messages(needing, mark)).toEqual(new Map(needing.map(({ name }) => [name, refused.message])))
  expect(needing.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['order.confirm', 'payment.create', 'orderInvoice.issue', 'cashOrder.remit']),
  )
})

test('is judged where somebody asks at once; what may wait is taken from a queue', async () => {
  expect([...(await messages(needing)).values()]).not.toContain(refused.message)
  expect([...(await messages(waiting, { offline: true, queuedAt: ago(1) })).values()]).not.toContain(refused.message)
})

test('follows nothing that waited in its lane', async () => {
  const product = await shop.make('product', { sku: 'Q-1', name: 'Trimmer', price: 100 })
  const lines = [{ id: await device.newId(), product: product.id, qty: 1, unitPrice: 100 }]
  const input = { name: 'Asha', phone: '98765 43210', source: (await shop.make('source', { label: 'Q' })).id, lines }
  const made = device.op('order.create', await device.newId(), input, { offline: true, queuedAt: ago(0) })
  const confirm = device.op('order.confirm', made.id, {}, { prevMid: made.mid })
  expect(await device.push(made, confirm)).toMatchObject([{ status: 'applied' }, refused])
  expect(await shop.read('order', made.id)).toMatchObject({ stage: 'draft' })
})

test('a new record is dated back no further than its number was given out', async () => {
  const id = await device.newId()
  await shop.sql(`update sync_lease set leased_at = $2 where first <= $1 and last >= $1`, [id, ago(48)])
  const input = { title: 'Noted', assignedTo: shop.person.userId }
  const dated = async (task: number) => {
    const [made] = await shop.sql<{ at: string }>(
      `select said_at as at from record_history where record_id = $1 and version = 1`,
      [task],
    )
    return Date.parse(made!.at)
  }
  const [long, short] = [id, await device.newId()]
  const push = (task: number, hours: number) =>
    device.push(device.op('task.create', task, input, { offline: true, queuedAt: ago(hours) }))
  expect(await push(long, 24 * 365)).toMatchObject([{ status: 'applied' }])
  expect(await push(short, 24)).toMatchObject([{ status: 'applied' }])
  expect(Math.abs((await dated(long)) - (Date.now() - 48 * HOUR))).toBeLessThan(HOUR)
  expect(Math.abs((await dated(short)) - (Date.now() - 24 * HOUR))).toBeLessThan(HOUR)
})
