import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PushOp } from '#contract/calls/push.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { dayAfter } from '#contract/warranty.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'
import { signedIn } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

/** What leaves, arrives, comes back or is lost, and what its order and its devices become by it. */
let shop: PackingShop
beforeAll(async () => {
  shop = await openPackingShop()
})
afterAll(() => shop?.server.close())
beforeEach(async () => {
  await shop.sql(`update unit set archived_at = now() where archived_at is null`)
})

const toLeave = ['pack', 'check', 'label', 'handOver'] as const

/** A confirmed order of so many, with a dispatch of its first pieces. */
async function sent(qty: number, pieces: number, ...steps: string[]) {
  await shop.stock(qty)
  const sale = await shop.confirmed(qty)
  const units = (await shop.held(sale.id)).slice(0, pieces).map(({ id }) => id)
  const { id } = await shop.dispatched(sale, pieces, units)
  return { sale, units, id, made: steps.length > 0 ? await shop.take(id, ...steps) : null }
}
const movesOf = (unit: number) =>
  shop.sql(`select "from", "to", cause from stock_move where unit = $1 order by id`, [unit])
async function cancel(sale: Order, qty: number) {
  const lines = [{ line: sale.lines[0]!.id, qty }]
  const { id } = await shop.make('orderCancel', { order: sale.id, reason: 'Changed mind', lines })
  return shop.ask('POST', `/order-cancel/${id}/approve`, {})
}

it('an order of which a refund is due is not closed before that is paid back', async () => {
  const { sale } = await sent(1, 1, ...toLeave, 'move', 'goOut', 'deliver')
  const pay = (over: object) => shop.ask('POST', '/payment', { order: sale.id, mode: 'upi', ...over })
  expect((await pay({ amount: sale.total! + 50_050, isOver: true })).status).toBe(201)
  const close = () => shop.ask('POST', `/order/${sale.id}/close`, {})
  expect((await close()).body).toMatchObject({ code: 'not-now', message: 'A refund of 500.50 is due.' })
  expect((await pay({ amount: 50_050, kind: 'refund' })).status).toBe(201)
  expect((await close()).body).toMatchObject({ stage: 'closed' })
})

describe('handed over', () => {
  it('its devices are with the courier, and its pieces have left', async () => {
    const { sale, units, made } = await sent(3, 2, ...toLeave)
    expect(made).toMatchObject({ stage: 'handedOver', handedOverBy: shop.person.userId })
    for (const id of units) {
      expect(await shop.read('unit', id)).toMatchObject({ stage: 'shipped', holder: 'courier', order: sale.id })
      expect((await movesOf(id)).at(-1)).toEqual({ from: 'stock', to: 'courier', cause: 'dispatch' })
    }
    expect(await shop.counted(sale.id)).toMatchObject({
      stage: 'packing',
      dispatched: 2,
      allocated: 3,
      delivered: null,
    })
  })

  it('with the last piece that is not cancelled, the order has left', async () => {
    const { sale } = await sent(3, 2, ...toLeave)
    expect((await cancel(sale, 1)).status).toBe(200)
    expect(await shop.counted(sale.id)).toMatchObject({ stage: 'dispatched', dispatched: 2, allocated: 2 })
  })

  it('is not what belongs to an order on hold; what is on its way arrives all the same', async () => {
    const { sale, id } = await sent(2, 1, ...toLeave)
    const [, last] = await shop.held(sale.id)
    const second = await shop.dispatched(sale, 1, [last!.id])
    await shop.take(second.id, 'pack', 'check', 'label')
    await shop.moved(sale.id, 'hold', { holdReason: 'Waits' })
    expect(await shop.refused(`/dispatch/${second.id}/handOver`, {})).toBe('The order is on hold: resume it first.')
    await shop.take(id, 'deliver')
    expect(await shop.counted(sale.id)).toMatchObject({ stage: 'onHold', delivered: 1 })
    expect((await shop.moved(sale.id, 'resume')).stage).toBe('packing')
    await shop.take(second.id, 'handOver', 'move', 'goOut', 'deliver')
    expect((await shop.order(sale.id)).stage).toBe('delivered')
  })

  it('of goods without serial numbers, so many were there as have left', async () => {
    const sale = await shop.ordered([{ product: shop.cap.id, qty: 5, unitPrice: 5_000 }])
    await shop.moved(sale.id, 'confirmShort')
    const { id } = await shop.dispatched(sale, 5)
    await shop.take(id, ...toLeave, 'turnBack', 'takeBack')
    expect(await shop.counted(sale.id)).toMatchObject({ dispatched: 0, allocated: 0, missing: 5, returned: 5 })
    await shop.take((await shop.dispatched(sale, 2)).id, ...toLeave)
    expect(await shop.counted(sale.id)).toMatchObject({ dispatched: 2, allocated: 2, missing: 3, stage: 'packing' })
  })
})

describe('delivered', () => {
  it('its devices are the customer’s, and their warranty begins', async () => {
    const { sale, units, id } = await sent(2, 2, ...toLeave)
    await shop.move('dispatch', id, 'deliver', { receivedBy: 'The neighbour' })
    const { stage, customer } = await shop.order(sale.id)
    expect(stage).toBe('delivered')
    const made = await shop.read('dispatch', id)
    expect(made).toMatchObject({ stage: 'delivered', receivedBy: 'The neighbour' })
    const today = new Date(Date.parse(made.deliveredAt as string) + 5.5 * 3_600_000).toISOString().slice(0, 10)
    for (const unit of units) {
      expect(await shop.read('unit', unit)).toMatchObject({
        stage: 'withCustomer',
        holder: 'customer',
        customer,
        deliveredAt: today,
        soldAt: today,
        warrantyStart: today,
        warrantyEnd: dayAfter(today, 365),
      })
      expect((await movesOf(unit)).at(-1)).toEqual({ from: 'courier', to: 'customer', cause: 'sale' })
    }
    expect(await shop.read('customer', customer!)).toMatchObject({ unitCount: 2 })
  })

  it('to a customer who was put away meanwhile as well', async () => {
    const { sale, units, id } = await sent(1, 1, ...toLeave)
    const { customer } = await shop.order(sale.id)
    await shop.ask('DELETE', `/customer/${customer}`)
    await shop.take(id, 'deliver')
    expect(await shop.read('unit', units[0]!)).toMatchObject({ customer })
  })

  it('in part, the order goes on', async () => {
    const { sale, id } = await sent(2, 1, ...toLeave)
    await shop.take(id, 'deliver')
    expect(await shop.counted(sale.id)).toMatchObject({ stage: 'packing', dispatched: 1, delivered: 1 })
    const { status } = await cancel(sale, 1)
    expect(status).toBe(200)
    expect((await shop.order(sale.id)).stage).toBe('delivered')
  })
})

describe('what came back or was lost', () => {
  it('comes to be looked at, and its pieces are the order’s to send once more', async () => {
    const { sale, units, id } = await sent(2, 2, ...toLeave, 'turnBack')
    expect(await shop.counted(sale.id)).toMatchObject({ stage: 'dispatched', dispatched: 2 })
    expect(await shop.read('unit', units[0]!)).toMatchObject({ stage: 'inReturn', holder: 'courier' })
    const back = await shop.take(id, 'takeBack')
    expect(back.returnedAt).not.toBeNull()
    expect(await shop.counted(sale.id)).toEqual({
      stage: 'packing',
      missing: 2,
      allocated: 0,
      dispatched: 0,
      delivered: null,
      returned: 2,
    })
    for (const unit of units) {
      expect(await shop.read('unit', unit)).toMatchObject({ stage: 'quarantine', order: null, orderLine: null })
      expect((await movesOf(unit)).slice(-2)).toEqual([
        { from: 'stock', to: 'courier', cause: 'dispatch' },
        { from: 'courier', to: 'quarantine', cause: 'move' },
      ])
    }
    expect(await shop.refused('/dispatch', shop.input(sale, 1, [units[0]!]))).toHaveProperty(['items.0.units'])
    const [other] = await shop.stock(1)
    await shop.take((await shop.dispatched(sale, 1, [other!.id])).id, ...toLeave)
    expect((await cancel(sale, 1)).status).toBe(200)
    expect(await shop.counted(sale.id)).toMatchObject({ stage: 'dispatched', dispatched: 1, allocated: 1, missing: 0 })
  })

  it('is missing, where it was lost, and says how', async () => {
    const { sale, units, id } = await sent(1, 1, ...toLeave)
    expect(await shop.take(id, 'lose')).toMatchObject({ stage: 'lost', lostReason: 'Stolen' })
    expect(await shop.read('unit', units[0]!)).toMatchObject({ stage: 'lost', order: null })
    expect((await movesOf(units[0]!)).at(-1)).toEqual({ from: 'courier', to: 'lost', cause: 'loss' })
    expect(await shop.counted(sale.id)).toMatchObject({ stage: 'packing', missing: 1, dispatched: 0, returned: null })
    expect((await cancel(sale, 1)).status).toBe(200)
    expect((await shop.order(sale.id)).stage).toBe('cancelled')
  })
})

describe('cancelled', () => {
  it('its devices stay the order’s, and its pieces go with another one', async () => {
    const { sale, units, id } = await sent(1, 1, 'pack', 'check', 'label')
    await shop.take(id, 'cancel')
    expect(await shop.read('unit', units[0]!)).toMatchObject({ stage: 'allocated', order: sale.id })
    expect((await shop.dispatched(sale, 1, units)).stage).toBe('draft')
  })

  it('is not what has left, and only what is cancelled is put away', async () => {
    const { id } = await sent(1, 1)
    expect((await shop.ask('DELETE', `/dispatch/${id}`)).status).toBe(422)
    await shop.take(id, ...toLeave)
    expect((await shop.ask('POST', `/dispatch/${id}/cancel`, {})).status).toBe(422)
    const other = await sent(1, 1, 'cancel')
    expect((await shop.ask('DELETE', `/dispatch/${other.id}`)).status).toBe(200)
    expect((await shop.ask('POST', `/dispatch/${other.id}/restore`, {})).status).toBe(200)
  })
})

describe('to cancel lines of the order', () => {
  it('waits until what is packed is cancelled', async () => {
    const { sale, units, id } = await sent(2, 1, 'pack')
    expect((await cancel(sale, 1)).status).toBe(200)
    const { number } = await shop.read('dispatch', id)
    const { status, body } = await cancel(sale, 1)
    expect([status, body.message]).toEqual([
      422,
      `These pieces are packed already. Cancel its dispatch first: ${number as string}.`,
    ])
    expect(await shop.read('unit', units[0]!)).toMatchObject({ stage: 'allocated', order: sale.id })
    await shop.take(id, 'cancel')
    expect((await cancel(sale, 1)).status).toBe(200)
    expect(await shop.read('unit', units[0]!)).toMatchObject({ stage: 'inStock', order: null })
  })

  it('frees what nobody has scanned first, and takes the rest out of what is not packed', async () => {
    const { sale, units, id } = await sent(3, 2)
    await cancel(sale, 1)
    expect((await shop.held(sale.id)).map(one => one.id)).toEqual(units)
    await cancel(sale, 1)
    const [left] = await shop.held(sale.id)
    const draft = (await shop.read('dispatch', id)) as unknown as Dispatch
    expect(draft.items[0]!.units).toEqual([left!.id])
    expect(await shop.refused(`/dispatch/${id}/pack`, {})).toEqual({ 'items.0.qty': 'Only 1 is left to dispatch.' })
    await cancel(sale, 1)
    expect(await shop.read('dispatch', id)).toMatchObject({ stage: 'cancelled' })
  })

  it('leaves what is only being packed to be scanned and taken out, and nothing more to be put in', async () => {
    const [a, b, c, d] = await shop.stock(4)
    // More than left before they had come in.
    const comesIn = { from: 'supplier', to: 'stock', cause: 'purchase' }
    await shop.make('stockMove', { product: shop.cap.id, qty: 50, ...comesIn })
    const sale = await shop.ordered([
      { product: shop.device.id, qty: 4, unitPrice: 100_000 },
      { product: shop.cap.id, qty: 1, unitPrice: 5_000 },
    ])
    await shop.moved(sale.id, 'confirmShort')
    const items = sale.lines.map(({ id: line, product, qty }) => ({ line, product, qty, units: [] as number[] }))
    items[0]!.units = [a!.id]
    const made = (await shop.make('dispatch', { order: sale.id, items })) as unknown as Dispatch
    expect((await cancel(sale, 2)).status).toBe(200)
    const [devices, caps] = made.items
    const asIf = (...next: object[]) => shop.change('dispatch', made.id, { items: next })
    const held = (await shop.held(sale.id)).map(({ id }) => id)
    const other = held.find(id => id !== a!.id)!
    // What still goes is scanned although the rest is too much; one more than that is not.
    expect((await asIf({ ...devices, units: [a!.id, other] }, caps!)).status).toBe(200)
    const third = [b, c, d].find(one => !held.includes(one!.id))!
    expect((await asIf({ ...devices, units: [a!.id, other, third.id] }, caps!)).body.fields).toEqual({
      'items.0.qty': 'Only 2 are left to dispatch.',
    })
    expect(await shop.read('unit', third.id)).toMatchObject({ stage: 'inStock', order: null })
    // One comes out at a time, and is taken out of the contents.
    expect((await asIf({ ...devices, units: [a!.id] }, caps!)).status).toBe(200)
    expect((await asIf({ ...devices, qty: 3, units: [a!.id] }, caps!)).status).toBe(200)
    expect(await shop.refused(`/dispatch/${made.id}/pack`, {})).toHaveProperty(['items.0.qty'])
    expect((await asIf({ ...devices, qty: 2, units: [a!.id, other] }, caps!)).status).toBe(200)
    expect((await shop.take(made.id, 'pack')).stage).toBe('packed')
    expect(await shop.counted(sale.id)).toMatchObject({ allocated: 2, missing: 0 })
  })

  it('lets go of an item that is cancelled altogether', async () => {
    const sale = await shop.ordered([
      { product: shop.cap.id, qty: 2, unitPrice: 5_000 },
      { product: shop.cap.id, qty: 1, unitPrice: 5_000 },
    ])
    await shop.moved(sale.id, 'confirmShort')
    const items = sale.lines.map(({ id: line, product, qty }) => ({ line, product, qty, units: [] }))
    const made = (await shop.make('dispatch', { order: sale.id, items })) as unknown as Dispatch
    expect((await cancel(sale, 2)).status).toBe(200)
    const [gone, stays] = made.items
    const asIf = (...next: object[]) => shop.change('dispatch', made.id, { items: next })
    expect((await asIf({ ...gone, qty: 1 }, stays!)).status).toBe(200)
    expect((await asIf({ ...gone, qty: 2 }, stays!)).body.fields).toEqual({ 'items.0.line': 'This line is cancelled.' })
    expect((await asIf(stays!)).status).toBe(200)
    expect((await shop.take(made.id, 'pack')).pieces).toBe(1)
  })

  it('and to pack them at the same moment: one of the two is done', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { sale, id } = await sent(1, 1)
      const lines = [{ line: sale.lines[0]!.id, qty: 1 }]
      const asked = await shop.make('orderCancel', { order: sale.id, reason: 'Changed mind', lines })
      const answers = await Promise.all([
        shop.ask('POST', `/dispatch/${id}/pack`, {}),
        shop.ask('POST', `/order-cancel/${asked.id}/approve`, {}),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const packed = await shop.read('dispatch', id)
      expect([packed.stage, (await shop.order(sale.id)).stage]).toEqual(
        packed.stage === 'packed' ? ['packed', 'packing'] : ['cancelled', 'cancelled'],
      )
    }
  })
})

describe('what is fetched', () => {
  it('is at a customer’s, comes to be looked at, and touches no order', async () => {
    const { sale, units, id } = await sent(1, 1, ...toLeave, 'deliver')
    const before = await shop.counted(sale.id)
    const [other] = await shop.stock(1)
    const items = (unit: number) => [{ product: shop.device.id, qty: 1, units: [unit] }]
    const fetch = (unit: number) => ({ direction: 'pickup', order: sale.id, items: items(unit) })
    expect(await shop.refused('/dispatch', fetch(other!.id))).toEqual({
      'items.0.units': `${other!.serial as string} is not with a customer.`,
    })
    const made = await shop.make('dispatch', fetch(units[0]!))
    expect(await shop.refused('/dispatch', fetch(units[0]!))).toEqual({
      'items.0.units': expect.stringContaining('is in another dispatch already.'),
    })
    await shop.take(made.id, ...toLeave)
    expect(await shop.read('unit', units[0]!)).toMatchObject({ stage: 'inReturn' })
    await shop.take(made.id, 'deliver')
    expect(await shop.read('unit', units[0]!)).toMatchObject({ stage: 'quarantine' })
    expect(await shop.counted(sale.id)).toEqual(before)
    expect((await shop.read('dispatch', id)).stage).toBe('delivered')
  })
})

describe('what was done without a connection', () => {
  const HOUR = 3_600_000
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

  it('is dated by when it was done, and by whom', async () => {
    const [unit] = await shop.stock(1)
    await shop.sql(`update unit set created_at = $2 where id = $1`, [unit!.id, ago(500)])
    const sale = await shop.confirmed(1)
    const packer = await signedIn(shop.server, { permissions: ['20-a', '20-d', '20-e', '200-a', '52-a'] })
    const device = httpDevice(shop.server.app, packer)
    const id = await device.newId()
    const item = { id: await device.newId(), line: sale.lines[0]!.id, product: shop.device.id, qty: 1 }
    let prevMid: string | null = null
    const op = (action: string, args: PushOp['args'], hours: number, more: Partial<PushOp> = {}) => {
      const one = device.op(`dispatch.${action}`, id, args, { queuedAt: ago(hours), offline: true, prevMid, ...more })
      prevMid = one.mid
      return one
    }
    const bare = [{ ...item, units: [] }]
    const ops = [
      op('create', { order: sale.id, items: bare }, 80),
      op('change', { items: [{ ...item, units: [unit!.id] }] }, 79, { base: { version: 1, fields: { items: bare } } }),
      op('pack', {}, 78),
      op('check', {}, 77),
      op('label', {}, 76),
      op('handOver', {}, 75),
      op(
        'change',
        { events: [{ id: await device.newId(), at: ago(74), kind: 'pickedUp', text: null, place: null }] },
        74,
        {
          base: { version: 1, fields: { events: [] } },
        },
      ),
      op('deliver', { receivedBy: 'Asha' }, 72),
    ]
    await shop.ageNumbers()
    const results = await device.push(...ops)
    expect(
      results.map(({ status }) => status),
      JSON.stringify(results),
    ).toEqual(ops.map(() => 'applied'))
    const said = (at: number) => ops[at]!.queuedAt
    expect(await shop.read('dispatch', id)).toMatchObject({
      stage: 'delivered',
      packedAt: said(2),
      packedBy: packer.userId,
      checkedAt: said(3),
      labelledAt: said(4),
      handedOverAt: said(5),
      handedOverBy: packer.userId,
      deliveredAt: said(7),
      receivedBy: 'Asha',
    })
    const day = new Date(Date.parse(said(7)!) + 5.5 * HOUR).toISOString().slice(0, 10)
    expect(await shop.read('unit', unit!.id)).toMatchObject({
      stage: 'withCustomer',
      deliveredAt: day,
      warrantyStart: day,
    })
    expect((await shop.order(sale.id)).stage).toBe('delivered')
  })

  it('and is not possible any more, is told with its reason and changes nothing', async () => {
    const [unit] = await shop.stock(1)
    const [sale, other] = [await shop.confirmed(1), await shop.confirmed(1)]
    const device = httpDevice(shop.server.app, shop.person)
    const id = await device.newId()
    const items = [
      { id: await device.newId(), line: other.lines[0]!.id, product: shop.device.id, qty: 1, units: [unit!.id] },
    ]
    const create = device.op('dispatch.create', id, { order: other.id, items }, { offline: true, queuedAt: ago(2) })
    const pack = device.op('dispatch.pack', id, {}, { offline: true, queuedAt: ago(1), prevMid: create.mid, mid: v7() })
    const [made, packed] = await device.push(create, pack)
    expect(made).toMatchObject({
      status: 'rejected',
      fields: { 'items.0.units': `${unit!.serial as string} is meant for another order.` },
    })
    expect(packed!.status).not.toBe('applied')
    expect(await shop.read('unit', unit!.id)).toMatchObject({ stage: 'allocated', order: sale.id })
    expect((await shop.order(other.id)).stage).toBe('confirmed')
  })
})
