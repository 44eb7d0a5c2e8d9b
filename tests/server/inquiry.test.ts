import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { task } from '#contract/modules/desk/task.ts'
import type { Row } from '#contract/module.ts'
import { permission } from '#contract/rules.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

const all = (['list', 'create', 'edit', 'details'] as const).flatMap(action => [
  permission(inquiry, action),
  permission(task, action),
])

let shop: Shop
let desk: SignedIn
let source: number
let reason: number
beforeAll(async () => {
  shop = await openShop()
  desk = await signedIn(shop.server, { permissions: all })
  source = (await shop.make('source', { label: 'Phone' })).id
  reason = (await shop.make('deadReason', { label: 'Price' })).id
})
afterAll(() => shop?.server.close())

/** Contacts lie ahead whenever this runs. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const monday = inDays(8)
const tuesday = inDays(9)

const make = async (input: object = {}, as = desk) => {
  const given = { name: 'Asha Rao', phone: '98765 43210', source, assignedTo: as.userId, ...input }
  return shop.ask('POST', '/inquiry', given, as)
}
const move = (row: Row, action: string, args: object = {}, as = desk) =>
  shop.ask('POST', `/inquiry/${row.id}/${action}`, args, as)
const tasksOf = async (row: Row) => {
  const { body } = await shop.ask('GET', `/task?filter[inquiry]=${row.id}&sort=id`, undefined, desk)
  return (body as unknown as { rows: Row[] }).rows
}

describe('a new inquiry', () => {
  it('has a number of its own, its first stage, and its phone in one form', async () => {
    const { status, body } = await make()
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ stage: 'new', phone: '+919876543210', priority: 'normal' })
    expect(body.number).toMatch(/^INQ-\d{4}-\d{6}$/)
    expect((await make()).body.number).not.toBe(body.number)
  })

  it('needs a name, a phone, a source and somebody who looks after it', async () => {
    expect(await shop.ask('POST', '/inquiry', {}, desk)).toMatchObject({
      status: 400,
      body: {
        fields: { name: 'Fill this in.', phone: 'Fill this in.', source: 'Fill this in.', assignedTo: 'Fill this in.' },
      },
    })
  })
})

describe('a contact', () => {
  let row: Row
  beforeEach(async () => void (row = (await make()).body))

  it.each([
    ['noAnswer', 'followUp', 'noAnswer'],
    ['callBack', 'followUp', 'callBack'],
    ['interest', 'interested', 'interested'],
  ])('%s leads to %s, sets the next one, and stands in the log', async (action, stage, outcome) => {
    const { status, body } = await move(row, action, { nextContactAt: monday })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ stage, nextContactAt: monday })
    expect(body.contactLog).toEqual([expect.objectContaining({ outcome, mode: 'call', by: desk.userId, note: null })])
  })

  it('takes the line that its author wrote, behind those that are there', async () => {
    await move(row, 'noAnswer', { nextContactAt: monday })
    const line = { mode: 'whatsapp', outcome: 'callBack', note: 'After the holidays' }
    const { body } = await move(row, 'callBack', { nextContactAt: tuesday, contactLog: [line] })
    expect(body.contactLog).toEqual([
      expect.objectContaining({ outcome: 'noAnswer' }),
      expect.objectContaining({ ...line, by: desk.userId }),
    ])
  })

  it('that comes to nothing needs a reason, and nobody is contacted again', async () => {
    expect(await move(row, 'giveUp')).toMatchObject({ status: 400, body: { fields: { deadReason: 'Fill this in.' } } })
    await move(row, 'callBack', { nextContactAt: monday })
    const { body } = await move(row, 'giveUp', { deadReason: reason })
    expect(body).toMatchObject({ stage: 'dead', deadReason: reason, nextContactAt: null })
    const { body: again } = await move(row, 'reopen', { nextContactAt: tuesday })
    expect(again).toMatchObject({ stage: 'followUp', deadReason: null, nextContactAt: tuesday })
  })

  it('without a date for the next one is refused where one has to follow', async () => {
    expect(await move(row, 'callBack')).toMatchObject({
      status: 400,
      body: { fields: { nextContactAt: 'Fill this in.' } },
    })
  })
})

describe('the task of the next contact', () => {
  const change = async (row: Row, changes: object) => {
    const { version } = await shop.read('inquiry', row.id)
    const headers = { ...desk.headers, 'if-match': `"${version}"` }
    const url = `/api/inquiry/${row.id}`
    const answer = await shop.server.app.inject({ method: 'PATCH', url, headers, payload: changes })
    expect(answer.statusCode, answer.body).toBe(200)
  }

  it('nextContactAfterMidnight: is due in the same instant, moves with it and with the person, and leaves with it', async () => {
    const row = (await make({ nextContactAt: monday })).body
    expect(await tasksOf(row)).toMatchObject([
      { title: 'Contact Asha Rao', dueAt: monday, assignedTo: desk.userId, follows: 'nextContactAt', stage: 'open' },
    ])
    const ben = await signedIn(shop.server, { permissions: all })
    await change(row, { nextContactAt: tuesday, assignedTo: ben.userId })
    expect(await tasksOf(row)).toMatchObject([{ dueAt: tuesday, assignedTo: ben.userId, stage: 'open' }])
    await change(row, { nextContactAt: null })
    expect(await tasksOf(row)).toMatchObject([{ stage: 'cancelled' }])
  })

  it('is done by a contact, which makes the next one; a second change of the same date makes none', async () => {
    const row = (await make({ nextContactAt: monday })).body
    await move(row, 'noAnswer', { nextContactAt: tuesday })
    await change(row, { note: 'Lives upstairs' })
    expect(await tasksOf(row)).toMatchObject([
      { dueAt: monday, stage: 'done', endedBy: desk.userId },
      { dueAt: tuesday, stage: 'open' },
    ])
    await move(row, 'giveUp', { deadReason: reason })
    expect(await tasksOf(row)).toMatchObject([{ stage: 'done' }, { dueAt: tuesday, stage: 'done' }])
  })

  it('is left alone where somebody made one by hand', async () => {
    const row = (await make()).body
    await shop.ask('POST', '/task', { title: 'Send the brochure', assignedTo: desk.userId, inquiry: row.id }, desk)
    await move(row, 'giveUp', { deadReason: reason })
    expect(await tasksOf(row)).toMatchObject([{ title: 'Send the brochure', stage: 'open' }])
  })
})

describe('who sees only their own inquiries', () => {
  it('sees, contacts and gives away no other', async () => {
    const theirs = (await make()).body
    const own = await signedIn(shop.server, { permissions: all, scopes: { inquiry: 'own' } })
    const mine = (await make({}, own)).body
    const { body } = await shop.ask('GET', '/inquiry', undefined, own)
    expect((body as unknown as { rows: Row[] }).rows.map(({ id }) => id)).toEqual([mine.id])
    expect((await move(theirs, 'callBack', { nextContactAt: monday }, own)).status).toBe(404)
    expect((await move(mine, 'callBack', { nextContactAt: monday }, own)).status).toBe(200)
  })
})

it('is contacted with many others at once, each with a line of its own', async () => {
  const rows = [(await make()).body, (await make()).body]
  const contactLog = [{ mode: 'sms', outcome: 'callBack', note: 'Wrote to all', at: null, by: null }]
  const wish = {
    target: { ids: rows.map(({ id }) => id) },
    action: 'callBack',
    args: { nextContactAt: monday, contactLog },
  }
  expect(await shop.ask('POST', '/inquiry/bulk', wish, desk)).toMatchObject({ status: 200 })
  const logs = async () => {
    const read = await Promise.all(rows.map(({ id }) => shop.read('inquiry', id)))
    return read.flatMap(one => one.contactLog as { id: number; note: string | null }[])
  }
  await expect.poll(async () => (await logs()).length, { timeout: 20_000 }).toBe(2)
  const [one, other] = await logs()
  expect([one!.note, other!.note]).toEqual(['Wrote to all', 'Wrote to all'])
  expect(one!.id).not.toBe(other!.id)
})

describe('a next contact that is over', () => {
  const told = { nextContactAt: 'This time is over; choose a later one.' }
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const day = 24 * 60

  it('is refused beside the field by a new inquiry, a change and a contact', async () => {
    expect(await make({ nextContactAt: ago(2) })).toMatchObject({ status: 400, body: { fields: told } })
    const row = (await make({ nextContactAt: monday })).body
    expect(await shop.change('inquiry', row.id, { nextContactAt: ago(day) })).toMatchObject({
      status: 400,
      body: { fields: told },
    })
    for (const action of ['noAnswer', 'callBack', 'interest'])
      expect(await move(row, action, { nextContactAt: ago(day) })).toMatchObject({
        status: 400,
        body: { fields: told },
      })
    expect((await make({ nextContactAt: ago(0) })).status).toBe(201)
  })

  it('stands where it stands, and comes back by an undo', async () => {
    const row = (await make({ nextContactAt: monday })).body
    const over = ago(day)
    await shop.sql(`update inquiry set next_contact_at = $2 where id = $1`, [row.id, over])
    expect(await shop.change('inquiry', row.id, { nextContactAt: over, note: 'Asked again' })).toMatchObject({
      status: 200,
    })
    expect((await move(row, 'callBack', { nextContactAt: tuesday })).status).toBe(200)
    expect(await shop.change('inquiry', row.id, { nextContactAt: over })).toMatchObject({ status: 200 })
    expect(await shop.change('inquiry', row.id, { nextContactAt: ago(day + 1) })).toMatchObject({ status: 400 })
  })

  it('is judged by when it was said, where it waited on a device', async () => {
    const row = (await make()).body
    const device = httpDevice(shop.server.app, desk)
    const op = (queuedAt: string) =>
      device.op('inquiry.callBack', row.id, { nextContactAt: ago(60) }, { offline: true, queuedAt })
    expect(await device.push(op(ago(30)))).toMatchObject([{ status: 'rejected', fields: told }])
    expect(await device.push(op(ago(120)))).toMatchObject([{ status: 'applied' }])
  })
})
