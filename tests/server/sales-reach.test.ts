import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPath, type Row } from '#contract/module.ts'
import { modules } from '#contract/modules/index.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

/**
 * Whoever sees their own sales or those of their branch may do with them whatever they have a right to, and by no path anything with
 * those of others, nor hang anything on them. That every way of reading tells the same is shown in row-scope.test.ts.
 */
type Input = Record<string, unknown>
type Sales = 'inquiry' | 'order' | 'orderCancel' | 'cashOrder' | 'dispatch' | 'payment'
type Sold = Record<Sales | 'customer', number> & { line: number }

let shop: PackingShop
let source: Row
let bank: Row
const branches: number[] = []
beforeAll(async () => {
  shop = await openPackingShop()
  source = await shop.make('source', { label: 'Phone' })
  bank = await shop.make('bank', { name: 'State Bank' })
  for (const name of ['North', 'South']) branches.push((await shop.make('dealerBranch', { name })).id)
})
afterAll(() => shop?.server.close())

// Parcels of jobs are seen as far as jobs are.
const scoped = [
  'inquiry',
  'order',
  'orderCancel',
  'cashOrder',
  'dispatch',
  'payment',
  'orderInvoice',
  'customer',
  'maintenance',
]
const limited = (scope: 'own' | 'branch'): Promise<SignedIn> =>
  signedIn(shop.server, {
    permissions: allPermissions,
    approves: recordModuleNames,
    branch: branches[0]!,
    scopes: Object.fromEntries(scoped.map(name => [name, scope])),
  })

let count = 0
/** One of each, of a sale that is confirmed and paid in cash, as this person makes it. */
async function soldBy(as: SignedIn, whose: Input): Promise<Sold> {
  count += 1
  const said = { name: `Buyer ${count}`, phone: `+9198765${44_000 + count}` }
  const make = async (path: string, input: object) => {
    const { status, body } = await shop.ask('POST', path, input, as)
    expect(status, `${path}: ${JSON.stringify(body)}`).toBeLessThan(300)
    return body
  }
  const { id: inquiry } = await make('/inquiry', { ...said, source: source.id, assignedTo: as.userId, ...whose })
  await shop.stock(2)
  const lines = [{ product: shop.device.id, qty: 2, unitPrice: 100_000 }]
  const { id } = await make('/order', { ...said, lines, paymentMode: 'cash', ...whose })
  const order = (await make(`/order/${id}/confirm`, {})) as unknown as Order
  const line = order.lines[0]!.id
  const items = [{ line, product: shop.device.id, qty: 1 }]
  const [desk] = await shop.sql<{ id: number }>('select id from cash_order where "order" = $1', [id])
  return {
    inquiry,
    order: id,
    line,
    customer: order.customer!,
    cashOrder: desk!.id,
    orderCancel: (await make('/order-cancel', { order: id, reason: 'x', lines: [{ line, qty: 1 }] })).id,
    dispatch: (await make('/dispatch', { order: id, items })).id,
    payment: (await make('/payment', { order: id, amount: 100 })).id,
  }
}

const soon = () => new Date(Date.now() + 86_400_000).toISOString()
const moves: readonly (readonly [of: Sales, move: string, args: () => Input])[] = [
  ['inquiry', 'noAnswer', () => ({ nextContactAt: soon() })],
  ['order', 'hold', () => ({ holdReason: 'Waits' })],
  ['order', 'resume', () => ({})],
  ['cashOrder', 'collect', () => ({ amount: 100 })],
  ['cashOrder', 'remit', () => ({ amount: 100, bank: bank.id })],
  ['orderCancel', 'reject', () => ({ rejectReason: 'Left already' })],
  ['dispatch', 'cancel', () => ({})],
]
type Hung = readonly [path: string, input: Input, field: string]
/** What hangs on a sale, or begins with one. */
function hungOn({ order, line, inquiry, customer }: Sold): readonly Hung[] {
  const sale = { name: 'Ravi', phone: '90000 55555', lines: [{ product: shop.device.id, qty: 1, unitPrice: 100_000 }] }
  return [
    ['/order-cancel', { order, reason: 'x', lines: [{ line, qty: 1 }] }, 'order'],
    ['/payment', { order, amount: 1 }, 'order'],
    ['/dispatch', { order, items: [{ line, product: shop.device.id, qty: 1 }] }, 'order'],
    ['/order-invoice', { order }, 'order'],
    ['/order', { ...sale, inquiry }, 'inquiry'],
    ['/order', { ...sale, customer }, 'customer'],
  ]
}

describe.each(['own', 'branch'] as const)('whoever sees sales of their %s', scope => {
  let person: SignedIn
  let mine: Sold
  let theirs: Sold
  beforeAll(async () => {
    person = await limited(scope)
    mine = await soldBy(person, {})
    theirs = await soldBy(shop.person, { assignedTo: shop.person.userId, dealerBranch: branches[1] })
  })

  it('makes every move with those, and none with another, also not by push', async () => {
    const device = httpDevice(shop.server.app, person)
    for (const [of, move, args] of moves) {
      const path = (sold: Sold) => `${apiPath(modules[of])}/${sold[of]}/${move}`
      const before = await shop.read(of, theirs[of])
      expect((await shop.ask('POST', path(theirs), args(), person)).status, path(theirs)).toBe(404)
      const base = { version: before.version, fields: {} }
      const [pushed] = await device.push(device.op(`${of}.${move}`, theirs[of], args(), { base }))
      expect(pushed, `${of}.${move}`).toMatchObject({ status: 'rejected', code: 'not_found' })
      expect(await shop.read(of, theirs[of])).toEqual(before)
      const { status, body } = await shop.ask('POST', path(mine), args(), person)
      expect(status, `${path(mine)}: ${JSON.stringify(body)}`).toBe(200)
    }
  })

  it('hangs nothing on another, and begins nothing with it', async () => {
    for (const [path, input, field] of hungOn(theirs)) {
      const { status, body } = await shop.ask('POST', path, input, person)
      expect(status, path).toBe(400)
      expect(body.fields, path).toMatchObject({ [field]: 'This does not exist.' })
    }
    for (const [table, there] of Object.entries({ order_cancel: 1, payment: 1, dispatch: 1, order_invoice: 0 }))
      expect(await shop.sql(`select id from ${table} where "order" = $1`, [theirs.order]), table).toHaveLength(there)
  })

  it('opens neither another nor what hangs on it', async () => {
    for (const of of ['inquiry', 'order', 'orderCancel', 'cashOrder', 'dispatch', 'payment', 'customer'] as const)
      for (const [sold, status] of [
        [theirs, 404],
        [mine, 200],
      ] as const) {
        const path = `${apiPath(modules[of])}/${sold[of]}`
        for (const address of [path, `${path}/history`])
          expect((await shop.ask('GET', address, undefined, person)).status, address).toBe(status)
      }
  })
})
