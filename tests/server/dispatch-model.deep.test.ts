import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/modules/sales/order.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'

/**
 * Whatever people do to several dispatches of two orders, also what is refused: lines, devices and the ledger of the stock
 * say the same, no device is in two parcels, and nothing leaves that is cancelled.
 */
let shop: PackingShop
let units: number[]
beforeAll(async () => {
  shop = await openPackingShop()
  units = (await shop.stock(UNITS)).map(({ id }) => id)
})
afterAll(() => shop?.server.close())

const UNITS = 7
const steps = ['pack', 'check', 'label', 'handOver', 'move', 'goOut', 'deliver'] as const
type Deed =
  | { kind: 'make'; order: number; line: number; qty: number; scan: number }
  | { kind: 'scan'; at: number; from: number }
  | { kind: 'far'; at: number; steps: number }
  | { kind: 'move'; at: number; name: string }
  | { kind: 'cancel'; order: number; line: number; qty: number }
  | { kind: 'order'; order: number; name: string }
  | { kind: 'unit'; unit: number; name: string }

const at = fc.nat(5)
const two = fc.nat(1)
const qty = fc.integer({ min: 1, max: 3 })
/** Mostly what is at hand; else the device from that one on. */
const from = fc.oneof({ weight: 3, arbitrary: fc.constant(UNITS) }, { weight: 2, arbitrary: fc.nat(UNITS - 1) })
const kind = <const K extends string>(name: K) => fc.constant(name)
const ofOrder = fc.constantFrom('allocate', 'hold', 'resume', 'resume', 'close')
const ofDevice = fc.constantFrom('release', 'lose', 'takeBack', 'restock', 'quarantine', 'find')
const ofDispatch = fc.constantFrom(
  'deliver',
  'turnBack',
  'takeBack',
  'takeBack',
  'lose',
  'cancel',
  'unpack',
  'reprint',
  'relabel',
)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('make'), order: two, line: two, qty, scan: from }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('scan'), at, from }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('far'), at, steps: fc.integer({ min: 1, max: steps.length }) }) },
  { weight: 8, arbitrary: fc.record({ kind: kind('move'), at, name: ofDispatch }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('cancel'), order: two, line: two, qty }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('order'), order: two, name: ofOrder }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('unit'), unit: fc.nat(UNITS - 1), name: ofDevice }) },
)

/** One way on which every move is made; what comes after it is chance. */
const everyMove: Deed[] = [
  { kind: 'make', order: 0, line: 0, qty: 2, scan: UNITS },
  { kind: 'far', at: 0, steps: 3 },
  { kind: 'move', at: 0, name: 'reprint' },
  { kind: 'move', at: 0, name: 'relabel' },
  { kind: 'cancel', order: 0, line: 0, qty: 3 },
  { kind: 'move', at: 0, name: 'unpack' },
  { kind: 'far', at: 0, steps: 6 },
  { kind: 'move', at: 0, name: 'turnBack' },
  { kind: 'move', at: 0, name: 'takeBack' },
  { kind: 'order', order: 0, name: 'allocate' },
  { kind: 'make', order: 0, line: 0, qty: 2, scan: UNITS },
  { kind: 'scan', at: 1, from: UNITS },
  { kind: 'far', at: 1, steps: 7 },
  { kind: 'make', order: 1, line: 0, qty: 1, scan: UNITS },
  { kind: 'far', at: 2, steps: 5 },
  { kind: 'move', at: 2, name: 'lose' },
  { kind: 'make', order: 1, line: 1, qty: 1, scan: UNITS },
  { kind: 'move', at: 3, name: 'cancel' },
]

// Refusals are part of it; only what nobody foresaw is not.
async function say(path: string, input: object = {}) {
  const answer = await shop.ask('POST', path, input)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
  return answer
}

/** So many devices from that one on, going round; the first of them may be another order's, or gone. */
const some = (from: number, count: number) => Array.from({ length: count }, (_, nr) => units[(from + nr) % UNITS]!)

/** What the order holds and nobody has scanned: what somebody who packs mostly has at hand. */
const atHand = async (sale: number, line: number) =>
  (
    await shop.sql<{ id: number }>(
      `select id from unit where "order" = $1 and order_line = $2 and stage = 'allocated' and not exists (
         select 1 from dispatch d where d."order" = $1 and d.items @> jsonb_build_array(jsonb_build_object('units', jsonb_build_array(unit.id)))
         and d.stage not in ('cancelled', 'returned', 'lost')) order by id`,
      [sale, line],
    )
  ).map(({ id }) => id)

async function act(one: Deed, orders: readonly Order[], dispatches: number[]): Promise<void> {
  if (one.kind === 'make') {
    const { id, lines } = orders[one.order]!
    const line = lines[one.line]!
    const scanned = one.line === 1 ? [] : one.scan === UNITS ? await atHand(id, line.id) : some(one.scan, one.qty)
    const items = [{ line: line.id, product: line.product, qty: one.qty, units: scanned.slice(0, one.qty) }]
    const { status, body } = await say('/dispatch', { order: id, items })
    if (status === 201) dispatches.push(body.id)
    return
  }
  if (one.kind === 'cancel') {
    const { id, lines } = orders[one.order]!
    const asked = { order: id, lines: [{ line: lines[one.line]!.id, qty: one.qty }], reason: 'Changed mind' }
    const { status, body } = await say('/order-cancel', asked)
    if (status === 201) await say(`/order-cancel/${body.id}/approve`)
    return
  }
  if (one.kind === 'order')
    return void (await say(
      `/order/${orders[one.order]!.id}/${one.name}`,
      one.name === 'hold' ? { holdReason: 'Waits' } : {},
    ))
  if (one.kind === 'unit') return void (await say(`/unit/${units[one.unit]}/${one.name}`))
  const id = dispatches[one.at % Math.max(dispatches.length, 1)]
  if (id === undefined) return
  if (one.kind === 'scan') {
    const { items } = (await shop.read('dispatch', id)) as unknown as Dispatch
    const { qty, line } = items[0]!
    const sale = orders.find(({ lines }) => lines.some(of => of.id === line))!
    const scanned = one.from === UNITS ? [...items[0]!.units, ...(await atHand(sale.id, line!))] : some(one.from, qty)
    const { status, body } = await shop.change('dispatch', id, {
      items: [{ ...items[0], units: scanned.slice(0, qty) }],
    })
    expect(status, JSON.stringify(body)).toBeLessThan(500)
  } else if (one.kind === 'far') for (const step of steps.slice(0, one.steps)) await say(`/dispatch/${id}/${step}`)
  else await say(`/dispatch/${id}/${one.name}`, one.name === 'lose' ? { lostReason: 'Stolen' } : {})
}

const waiting = ['draft', 'packed', 'checked', 'labelled']
const away = ['handedOver', 'inTransit', 'outForDelivery', 'delivered', 'returning']
const stageOfUnits: Record<string, string> = {
  ...Object.fromEntries(waiting.map(stage => [stage, 'allocated'])),
  ...Object.fromEntries(away.map(stage => [stage, 'shipped'])),
  delivered: 'withCustomer',
  returning: 'inReturn',
}

type Known = { id: number; stage: string; order: number | null; line: number | null; place: string | null }
const placeAt: Record<string, string> = {
  inStock: 'stock',
  allocated: 'stock',
  shipped: 'courier',
  inReturn: 'courier',
  withCustomer: 'customer',
  quarantine: 'quarantine',
  lost: 'lost',
}

async function holds(orders: readonly Order[], ids: readonly number[]): Promise<void> {
  const devices = await shop.sql<Known>(
    `select u.id, u.stage, u."order", u.order_line as line,
       (select "to" from stock_move where unit = u.id order by id desc limit 1) as place from unit u`,
  )
  const byId = new Map(devices.map(one => [one.id, one]))
  for (const { stage, place } of devices) expect(place).toBe(placeAt[stage])
  const dispatches = await Promise.all(ids.map(async id => (await shop.read('dispatch', id)) as unknown as Dispatch))
  const inOne = new Set<number>()
  for (const { stage, items, pieces } of dispatches) {
    expect(pieces).toBe(items.reduce((all, { qty }) => all + qty, 0))
    const expected = stageOfUnits[stage]
    if (!expected) continue
    for (const { line, units: scanned } of items)
      for (const id of scanned) {
        expect(inOne.has(id), 'a device is in one parcel').toBe(false)
        inOne.add(id)
        // Once it is the customer's, it goes its own way.
        if (stage !== 'delivered') expect(byId.get(id)).toMatchObject({ stage: expected, line })
      }
  }
  for (const { id, lines: first } of orders) {
    const sale = await shop.order(id)
    for (const [nr, line] of sale.lines.entries()) {
      const sum = (...stages: string[]) =>
        dispatches
          .filter(({ stage }) => stages.includes(stage))
          .flatMap(({ items }) => items)
          .filter(item => item.line === line.id)
          .reduce((all, { qty }) => all + qty, 0)
      const { qty } = line
      const [cancelled, allocated, dispatched] = [line.cancelled ?? 0, line.allocated ?? 0, line.dispatched ?? 0]
      expect(dispatched).toBe(sum(...away))
      expect(line.delivered ?? 0).toBe(sum('delivered'))
      expect(line.returned ?? 0).toBe(sum('returned'))
      expect(dispatched + cancelled + sum('packed', 'checked', 'labelled')).toBeLessThanOrEqual(qty)
      expect(allocated).toBeGreaterThanOrEqual(dispatched)
      expect(allocated + cancelled).toBeLessThanOrEqual(qty)
      const held = devices.filter(one => one.line === line.id && one.stage === 'allocated').length
      if (first[nr]!.product === shop.device.id) expect(allocated - dispatched).toBe(held)
    }
    expect(sale.missing).toBe(
      sale.lines.reduce((all, line) => all + line.qty - (line.cancelled ?? 0) - (line.allocated ?? 0), 0),
    )
    const left = sale.lines.filter(line => line.qty > (line.cancelled ?? 0))
    const isAll = (of: 'dispatched' | 'delivered') =>
      left.every(line => (line[of] ?? 0) === line.qty - (line.cancelled ?? 0))
    const stage =
      left.length === 0
        ? 'cancelled'
        : isAll('delivered')
          ? 'delivered'
          : isAll('dispatched')
            ? 'dispatched'
            : 'packing'
    const now = sale.stage === 'closed' ? 'delivered' : sale.stage === 'confirmed' ? 'packing' : sale.stage
    if (now !== 'onHold') expect(now).toBe(stage)
  }
}

test('lines, devices and the ledger agree after every deed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 30 }), async deeds => {
      // What the runs before left behind is put away, and there is a new stock.
      await shop.sql(`update unit set archived_at = now(), "order" = null, order_line = null where archived_at is null`)
      await shop.sql(`delete from stock_move`)
      units = (await shop.stock(UNITS)).map(({ id }) => id)
      await shop.sql(`delete from unit where id <> all($1)`, [units])
      const orders: Order[] = []
      for (const qty of [4, 2]) {
        const { id } = await shop.ordered(
          [
            { product: shop.device.id, qty, unitPrice: 100_000 },
            { product: shop.cap.id, qty: 2, unitPrice: 5_000 },
          ],
          { paymentMode: 'cashOnDelivery' },
        )
        orders.push(await shop.moved(id, 'confirmShort'))
      }
      const dispatches: number[] = []
      for (const one of deeds) {
        await act(one, orders, dispatches)
        await holds(orders, dispatches)
      }
    }),
    { numRuns: 60, examples: [[everyMove]], endOnFailure: true },
  )
  const made = await shop.sql<{ action: string }>(
    `select distinct action from record_history where entity = 'dispatch'`,
  )
  expect(made.map(({ action }) => action)).toEqual(expect.arrayContaining(Object.keys(dispatch.moves ?? {})))
}, 900_000)
