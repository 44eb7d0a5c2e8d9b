import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { PushOp } from '#contract/calls/push.ts'
import type { TimelineEntry } from '#contract/calls/timeline.ts'
import type { Row } from '#contract/module.ts'
import { dayAfter } from '#contract/warranty.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'

/** What was done without a connection, and arrives days later. */
let shop: Shop
let device: HttpDevice
let product: Row
const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
/** The day in the house's own time zone. */
const dayOf = (at: string) => new Date(Date.parse(at) + 5.5 * HOUR).toISOString().slice(0, 10)

beforeAll(async () => {
  shop = await openShop()
  product = await shop.make('product', { sku: 'SPA-1', name: 'Foot spa', price: 499_900, warrantyDays: 400 })
})
beforeEach(() => {
  device = httpDevice(shop.server.app, shop.person)
})
afterAll(() => shop.server.close())

/** It waited since then. */
const since = (queuedAt: string, more: Partial<PushOp> = {}) => ({ queuedAt, offline: true, ...more })
const person = async () => (await shop.make('customer', { name: 'Asha', phones: [{ number: '9876512345' }] })).id
const newTask = (more: object = {}) =>
  shop.make('task', { title: 'Call back', assignedTo: shop.person.userId, ...more })
/** As if it had been made so long ago. */
const age = (table: string, { id }: Pick<Row, 'id'>, hours: number) =>
  shop.sql(`update ${table} set created_at = $2 where id = $1`, [id, ago(hours)])
const finishOf = (row: Row, queuedAt: string) => device.op('task.finish', row.id, {}, since(queuedAt))
const endedAt = async ({ id }: Pick<Row, 'id'>) => (await shop.read('task', id)).endedAt as string

describe('what arrives later than it was done', () => {
  it('is a delivery of the day on which it was made, and so is the warranty', async () => {
    const row = await shop.make('unit', { serial: 'S-1', product: product.id })
    await age('unit', row, 200)
    await shop.move('unit', row.id, 'allocate')
    await shop.move('unit', row.id, 'ship')
    const friday = ago(72)
    const op = device.op('unit.deliver', row.id, { customer: await person() }, since(friday))
    expect(await device.push(op)).toMatchObject([{ status: 'applied' }])
    expect(await shop.read('unit', row.id)).toMatchObject({
      deliveredAt: dayOf(friday),
      soldAt: dayOf(friday),
      warrantyStart: dayOf(friday),
      warrantyEnd: dayAfter(dayOf(friday), 400),
    })
    // The ledger of the stock says so too, and the life of the device keeps both times of each.
    const { body } = await shop.ask('GET', `/unit/timeline?unit=${row.id}`)
    const { entries } = body as unknown as { entries: TimelineEntry[] }
    const [sold, delivered] = entries
    expect(sold).toMatchObject({ kind: 'stockMove', saidAt: friday, after: { cause: 'sale', at: friday } })
    expect(delivered).toMatchObject({ action: 'deliver', saidAt: friday })
    expect(Date.parse(delivered!.at)).toBeGreaterThan(Date.now() - HOUR)
    expect(entries.filter(({ saidAt }) => saidAt !== null)).toHaveLength(2)
  })

  it('ended when it was ended, and history keeps both times', async () => {
    const row = await newTask()
    await age('task', row, 200)
    const friday = ago(72)
    expect(await device.push(finishOf(row, friday))).toMatchObject([{ status: 'applied' }])
    expect(await endedAt(row)).toBe(friday)
    // Whoever is told of it could not know before.
    const { endHeardAt } = await shop.read('task', row.id)
    expect(Date.parse(endHeardAt as string)).toBeGreaterThan(Date.now() - HOUR)
    const { body } = await shop.ask('GET', `/task/${row.id}/history`)
    const { entries } = body as unknown as { entries: { action: string; at: string; saidAt: string | null }[] }
    expect(entries.find(({ action }) => action === 'finish')).toMatchObject({ saidAt: friday })
    expect(Date.parse(entries[0]!.at)).toBeGreaterThan(Date.now() - HOUR)
    expect(entries.find(({ action }) => action === 'create')).toMatchObject({ saidAt: null })
  })

  it('is dated so as well where the record had to wait with it', async () => {
    const [made, ended] = [ago(73), ago(72)]
    const input = { title: 'Noted on the way', assignedTo: shop.person.userId }
    const create = device.op('task.create', await device.newId(), input, since(made))
    const finish = device.op('task.finish', create.id, {}, since(ended, { prevMid: create.mid }))
    await shop.ageNumbers()
    expect(await device.push(create, finish)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    expect(await endedAt(create)).toBe(ended)
  })

  it('is a repeat of the repair before by the days that lay between them', async () => {
    const unit = await shop.make('unit', { serial: 'S-9', product: product.id })
    const part = await shop.make('part', { code: 'P-9', name: 'Battery' })
    const problem = await shop.make('partProblem', { part: part.id, problem: 'Empty at once' })
    const input = {
      name: 'Asha',
      phone: '98765 12345',
      unit: unit.id,
      assignedTo: shop.person.userId,
      problems: [{ id: await device.newId(), problem: problem.id, text: 'Battery', note: null }],
    }
    const first = await shop.make('maintenance', { ...input, problems: [{ problem: problem.id, text: 'Battery' }] })
    await shop.sql(
      `update maintenance set stage = 'closed', handed_over_at = now() - interval '91 days' where id = $1`,
      [first.id],
    )
    const create = device.op('maintenance.create', await device.newId(), input, since(ago(72)))
    await shop.ageNumbers()
    expect(await device.push(create)).toMatchObject([{ status: 'applied' }])
    expect(await shop.read('maintenance', create.id)).toMatchObject({ repeats: first.id })
  })

  it('is dated by its author’s word also where a supervisor applies it', async () => {
    const row = await newTask()
    await age('task', row, 200)
    const reader = await signedIn(shop.server, { permissions: ['90-a', '90-d'] })
    const theirs = httpDevice(shop.server.app, reader)
    const friday = ago(72)
    const op = theirs.op('task.finish', row.id, {}, since(friday))
    expect(await theirs.push(op)).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
    const wish = { stuck: op.mid, mid: v7(), how: 'keep' }
    expect((await shop.ask('POST', '/sync/stuck/decide', wish)).body).toMatchObject({ status: 'superseded' })
    expect(await endedAt(row)).toBe(friday)
  })
})

describe('a clock that is wrong', () => {
  it('dates nothing later than now, nothing before the record was there, and is kept as it said', async () => {
    const [early, late] = [await newTask(), await newTask()]
    await device.push(finishOf(early, '1970-01-03T00:00:00.000Z'), finishOf(late, ago(-9_000)))
    expect(await endedAt(early)).toBe(early.createdAt)
    expect(Date.parse(await endedAt(late))).toBeLessThanOrEqual(Date.now())
    const said = `select extract(year from said_at)::int as year from record_history where record_id = $1 and version = 2`
    expect(await shop.sql(said, [early.id])).toEqual([{ year: 1970 }])
  })

  it('of no year that the database knows stops nothing', async () => {
    const row = await newTask()
    expect(await device.push(finishOf(row, '0000-01-01T00:00:00Z'))).toMatchObject([{ status: 'applied' }])
    expect(Date.parse(await endedAt(row))).toBeGreaterThan(Date.now() - HOUR)
  })

  it('is not asked about what did not wait', async () => {
    const row = await newTask()
    await age('task', row, 200)
    const op = device.op('task.finish', row.id, {}, { queuedAt: ago(72) })
    expect(await device.push(op)).toMatchObject([{ status: 'applied' }])
    expect(Date.parse(await endedAt(row))).toBeGreaterThan(Date.now() - HOUR)
  })
})
