import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { register } from '#contract/register.ts'
import type { Row } from '#contract/module.ts'
import { orderClock } from '#contract/modules/sales/order-clock.ts'
import { order, type Order } from '#contract/modules/sales/order.ts'
import { jobClock } from '#contract/modules/service/job-clock.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { openRecords } from '#server/crud/records.ts'
import { noteLate } from '#server/flows/promise-clock.ts'
import { writerFor } from '#server/seed/seed.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let product: Row
let setting: Row
beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'KW', name: 'Massager', price: 100_000 })
  const [found] = await shop.sql<{ id: number }>('select id from general_setting')
  setting = found as unknown as Row
  await say([
    { stage: 'logged', hours: 8 },
    { stage: 'received', hours: 4 },
    { stage: 'inRepair', hours: 24 },
    { stage: 'ready', hours: 72 },
  ])
})
afterAll(() => shop?.server.close())

const say = async (stageHours: object[]) => {
  const { status, body } = await shop.change('generalSetting', setting.id, { stageHours })
  if (status >= 300) throw new Error(JSON.stringify(body))
}
const job = async (more: object = {}) =>
  (await shop.make('maintenance', {
    name: 'Asha Rao',
    phone: '98765 43210',
    product: product.id,
    ...more,
  })) as unknown as Maintenance
const step = async (id: number, name: string, args: object = {}) =>
  (await shop.move('maintenance', id, name, args)) as unknown as Maintenance
const read = async (id: number) => (await shop.read('maintenance', id)) as unknown as Maintenance
const hoursBetween = (from: string | null, to: string | null) =>
  Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / 3_600_000)
/** The clock of the server stands so many hours later. */
const look = async (hours: number) => {
  const { database } = shop.server
  const writer = { ...writerFor(register), now: () => new Date(Date.now() + hours * 3_600_000) }
  const means = { pool: database.pool, written: { store: openRecords(database), writer } }
  await noteLate(means, maintenance, jobClock)
  await noteLate(means, order, orderClock)
}
const tasksOf = (id: number) =>
  shop.sql<{ title: string; stage: string; assigned_to: number }>(
    'select title, stage, assigned_to from task where maintenance = $1 order by id',
    [id],
  )

it('promises a new job for the sum of what comes before it is ready, and what somebody said where they did', async () => {
  const made = await job()
  expect(hoursBetween(made.createdAt, made.promisedAt)).toBe(36)
  expect(hoursBetween(made.createdAt, made.dueAt)).toBe(8)
  expect((await job({ promisedAt: '2099-01-01T10:00:00.000Z' })).promisedAt).toBe('2099-01-01T10:00:00.000Z')
})

it('begins each stage anew, and stands still while the job waits', async () => {
  const { id } = await job()
  const received = await step(id, 'receive')
  expect(hoursBetween(received.stageSince, received.dueAt)).toBe(4)
  await step(id, 'diagnose', { diagnosis: 'Dead.' })
  await step(id, 'repair')
  const waits = await step(id, 'waitForParts')
  expect(waits.waitingSince).not.toBeNull()
  expect(waits.dueAt).toBeNull()
  await look(1_000)
  expect((await read(id)).lateSince).toBeNull()
  const again = await step(id, 'goOn')
  expect(again).toMatchObject({ waitingSince: null })
  expect(hoursBetween(again.stageSince, again.dueAt)).toBe(24)
})

it('tells whoever has a late job once, and ends their task when the job goes on', async () => {
  const { id, number } = await job({ assignedTo: shop.person.userId })
  await look(7)
  expect(await tasksOf(id)).toEqual([])
  await look(9)
  await look(10)
  const open = { title: `Late: ${number}, Asha Rao`, stage: 'open', assigned_to: shop.person.userId }
  expect(await tasksOf(id)).toEqual([open])
  expect((await read(id)).lateSince).not.toBeNull()
  const late = await shop.ask('GET', `/maintenance?filter[lateSince]=any&filter[id]=${id}`)
  expect((late.body as unknown as { rows: Row[] }).rows).toHaveLength(1)
  expect((await step(id, 'receive')).lateSince).toBeNull()
  expect(await tasksOf(id)).toEqual([{ ...open, stage: 'done' }])
  // The next stage is another matter.
  await look(100)
  expect((await tasksOf(id)).map(({ stage }) => stage)).toEqual(['done', 'open'])
})

it('is late no more when something later is promised', async () => {
  const { id } = await job({ promisedAt: new Date(Date.now() + 3_600_000).toISOString() })
  await look(2)
  expect((await read(id)).lateSince).not.toBeNull()
  await shop.change('maintenance', id, { promisedAt: new Date(Date.now() + 7_200_000).toISOString() })
  expect((await read(id)).lateSince).toBeNull()
})

it('says the hours of a stage once', async () => {
  const twice = [
    { stage: 'ready', hours: 1 },
    { stage: 'ready', hours: 2 },
  ]
  expect((await shop.change('generalSetting', setting.id, { stageHours: twice })).body.fields).toEqual({
    'stageHours.1.stage': 'Say it once for each stage.',
  })
})

describe('an order', () => {
  const made = async (more: object = {}) => {
    const lines = [{ product: product.id, qty: 1, unitPrice: 100_000 }]
    return (await shop.make('order', { name: 'Asha', phone: '98765 43210', lines, ...more })) as unknown as Order
  }
  const move = async (id: number, name: string, args: object = {}) =>
    (await shop.move('order', id, name, args)) as unknown as Order
  const now = async (id: number) => (await shop.read('order', id)) as unknown as Order
  beforeAll(async () => {
    const orderHours = [
      { stage: 'draft', hours: 4 },
      { stage: 'confirmed', hours: 10 },
    ]
    expect((await shop.change('generalSetting', setting.id, { orderHours })).status).toBe(200)
  })

  it('stands still on hold, and then has the time that it had left', async () => {
    const draft = await made()
    expect(hoursBetween(draft.stageSince, draft.dueAt)).toBe(4)
    const confirmed = await move(draft.id, 'confirmShort')
    expect(hoursBetween(confirmed.stageSince, confirmed.dueAt)).toBe(10)
    const held = await move(draft.id, 'hold', { holdReason: 'Waits for the customer' })
    expect(held).toMatchObject({ dueAt: null, waitingSince: expect.any(String) })
    // It was held three hours ago.
    await shop.sql(
      `update sales_order set waiting_since = waiting_since - interval '3 hours', stage_since = stage_since - interval '5 hours'
       where id = $1`,
      [draft.id],
    )
    await look(1_000)
    expect((await now(draft.id)).lateSince).toBeNull()
    const again = await move(draft.id, 'resume')
    expect(again).toMatchObject({ stage: 'confirmed', waitingSince: null, waited: 180 })
    expect(hoursBetween(confirmed.stageSince, again.dueAt)).toBe(10 - 5 + 3)
    // Another stage begins anew; one of which the house says nothing takes as long as it takes.
    expect((await move(draft.id, 'pack')).dueAt).toBeNull()
  })

  it('is late by its stage or by the day that it is promised for, and somebody is told once', async () => {
    const draft = await made({ assignedTo: shop.person.userId })
    const tasks = () =>
      shop.sql<{ title: string; stage: string }>('select title, stage from task where "order" = $1 order by id', [
        draft.id,
      ])
    await look(3)
    expect(await tasks()).toEqual([])
    await look(5)
    await look(6)
    expect(await tasks()).toEqual([{ title: `Late: ${draft.number}, Asha`, stage: 'open' }])
    expect((await now(draft.id)).lateSince).not.toBeNull()
    expect((await move(draft.id, 'confirmShort')).lateSince).toBeNull()
    expect(await tasks()).toMatchObject([{ stage: 'done' }])
    const day = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    const promised = (await shop.change('order', draft.id, { promisedDate: day })).body as unknown as Order
    // All of today is left for it, by the clock of the house.
    expect(promised.dueAt! <= new Date(Date.parse(`${day}T18:30:00Z`)).toISOString()).toBe(true)
    await move(draft.id, 'pack')
    expect((await now(draft.id)).dueAt).toBe(`${day}T18:30:00.000Z`)
    await look(25)
    expect((await tasks()).map(({ stage }) => stage)).toEqual(['done', 'open'])
    // Something later is promised.
    const later = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
    await shop.change('order', draft.id, { promisedDate: later })
    expect(await tasks()).toMatchObject([{ stage: 'done' }, { stage: 'done' }])
  })
})
