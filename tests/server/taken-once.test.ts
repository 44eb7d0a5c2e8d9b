import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPath } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'

/**
 * What is there once is taken once: twenty people who ask at the same moment get it one after the other. A move that is
 * `exclusive` takes stock, money or a number; each of them is tried here, and one that nobody tries is told.
 */
type Input = Record<string, unknown>
/** The record that all of them move at once, what they say, and what is there of it afterwards: once. */
type Tried = { id: number; args?: Input; taken: () => Promise<unknown>; once: unknown }

let shop: PackingShop
let count = 0
beforeAll(async () => {
  shop = await openPackingShop()
})
afterAll(() => shop?.server.close())

const TIMES = 20
const number = async (query: string, values: unknown[] = []) =>
  Number((await shop.sql<{ n: string }>(`select count(*) as n from ${query}`, values))[0]!.n)
const last = async (series: string) =>
  Number((await shop.sql<{ last: string }>('select last from number_series where series = $1', [series]))[0]?.last ?? 0)
const ordered = async (more: Input = {}) => {
  const [device] = await shop.stock(1)
  return { device: device!, sale: await shop.ordered([{ product: shop.device.id, qty: 1, unitPrice: 100_000 }], more) }
}
const ofUnits = (order: number) => () => number('unit where "order" = $1', [order])

async function cancellation(): Promise<{ id: number; order: number }> {
  await shop.stock(1)
  const sale = await shop.confirmed(1, { paymentMode: 'cash' })
  await shop.make('payment', { order: sale.id, amount: 100_000, mode: 'upi' })
  const lines = [{ line: sale.lines[0]!.id, qty: 1 }]
  const { id } = await shop.make('orderCancel', { order: sale.id, reason: 'Changed mind', lines })
  return { id, order: sale.id }
}

async function repairedJob(): Promise<number> {
  const who = { name: 'Asha Rao', phone: '98765 43210', product: shop.device.id, serial: `KW-${(count += 1)}` }
  const charges = [{ label: 'Pickup', amount: 9_900, taxRate: 1800 }]
  const { id } = await shop.make('maintenance', { ...who, address: '7, Lake Road', charges })
  await shop.move('maintenance', id, 'receive')
  await shop.move('maintenance', id, 'diagnose', { diagnosis: 'Battery is flat' })
  await shop.move('maintenance', id, 'sendEstimate')
  await shop.move('maintenance', id, 'approve', { decidedBy: 'Asha Rao' })
  await shop.move('maintenance', id, 'repair')
  await shop.move('maintenance', id, 'finish', { workDone: 'New battery' })
  return id
}

const ways: Record<string, () => Promise<Tried>> = {
  'order.confirm': async () => {
    const { sale } = await ordered()
    return { id: sale.id, taken: ofUnits(sale.id), once: 1 }
  },
  'order.confirmShort': async () => {
    const { sale } = await ordered()
    return { id: sale.id, taken: ofUnits(sale.id), once: 1 }
  },
  'orderCancel.approve': async () => {
    const { id, order } = await cancellation()
    return { id, taken: async () => (await shop.order(order)).lines[0]!.cancelled, once: 1 }
  },
  'orderCancel.refund': async () => {
    const { id, order } = await cancellation()
    await shop.move('orderCancel', id, 'approve')
    const refunds = () => number(`payment where "order" = $1 and kind = 'refund'`, [order])
    return { id, args: { refundMode: 'upi', reference: 'UPI 7' }, taken: refunds, once: 1 }
  },
  'orderInvoice.issue': async () => {
    await shop.stock(1)
    const { id } = await shop.make('orderInvoice', { order: (await shop.confirmed(1)).id })
    const before = await last('INV')
    return { id, taken: async () => (await last('INV')) - before, once: 1 }
  },
  'maintenanceInvoice.issue': async () => {
    const { id } = await shop.make('maintenanceInvoice', { maintenance: await repairedJob() })
    const before = await last('SRV')
    return { id, taken: async () => (await last('SRV')) - before, once: 1 }
  },
  'replacement.allocate': async () => {
    const [old] = await shop.stock(1)
    const owner = await shop.make('customer', { name: 'Asha Rao', phones: [{ number: '98765 43210' }] })
    const sold = '2026-01-05'
    await shop.sql(
      `update unit set stage = 'withCustomer', customer = $2, sold_at = $3, delivered_at = $3 where id = $1`,
      [old!.id, owner.id, sold],
    )
    const { body: reason } = await shop.ask('POST', '/list/return-reason', { label: `Defective ${(count += 1)}` })
    const who = { name: 'Asha Rao', phone: '98765 43210', mode: 'noReturn', reason: reason.id }
    const { id } = await shop.make('replacement', { oldUnit: old!.id, product: shop.device.id, ...who })
    await shop.move('replacement', id, 'approve')
    const [device] = await shop.stock(1)
    const taken = () => number(`unit where id = $1 and stage = 'allocated'`, [device!.id])
    return { id, args: { newUnit: device!.id }, taken, once: 1 }
  },
  'unit.allocate': async () => {
    const [device] = await shop.stock(1)
    const moves = () =>
      number(`record_history where entity = 'unit' and record_id = $1 and action = 'allocate'`, [device!.id])
    return { id: device!.id, taken: moves, once: 1 }
  },
}

const exclusive = Object.values(register).flatMap(module =>
  Object.entries(module.moves ?? {}).flatMap(([name, move]) => (move.exclusive ? [{ module, name }] : [])),
)

describe('twenty people who take the same at the same moment', () => {
  it.each(exclusive.map(one => [`${one.module.name}.${one.name}`, one] as const))(
    'by %s: one of them has it, the others are told so',
    async (by, { module, name }) => {
      const way = ways[by]
      expect(way, `Say in this file how ${by} is tried.`).toBeDefined()
      const { id, args = {}, taken, once } = await way!()
      const path = `${apiPath(module)}/${id}/${name}`
      const answers = await Promise.all(Array.from({ length: TIMES }, () => shop.ask('POST', path, args)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(await taken()).toEqual(once)
    },
  )
})
