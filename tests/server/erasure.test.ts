import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PushOp } from '#contract/calls/push.ts'
import type { Row } from '#contract/module.ts'
import { allPermissions } from '#contract/permissions.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

/** Everything that is told of her, in words that are found nowhere else. */
const told = ['Zubeida', '9812300077', 'zubeida@home.example', 'Jasmine Lane', 'Qadri', 'Likes blue bows']

let shop: Shop
let customer: Row
let order: Row
let inquiry: Row
let task: Row
let other: Row
let before: { total: number; lines: number }
let pusher: SignedIn

const contact = { name: 'Zubeida Khan', phone: '+919812300077', email: 'zubeida@home.example' }
const attach = (path: string, text: string) => shop.ask('POST', `${path}/notes`, { mid: randomUUID(), text })
const sum = async (table: string) =>
  (
    await shop.sql<{ total: number; lines: number }>(
      `select sum(total)::int as total, count(*)::int as lines from ${table}`,
    )
  )[0]!
/** The tables in which any of her words still stands, as text. */
const tablesWith = async (): Promise<string[]> => {
  const tables = await shop.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await shop.sql<{ n: number }>(
      `select count(*)::int as n from "${name}" as t where to_jsonb(t)::text ilike any($1)`,
      [told.map(word => `%${word}%`)],
    )
    if (row!.n > 0) found.push(name)
  }
  return found
}

/** What changes nothing of her, and what is refused and waits: the ledger alone knows of it. */
async function workOnDevice() {
  const device = httpDevice(shop.server.app, pusher)
  const { version, language } = await shop.read('customer', customer.id)
  const theirs = (action: string, args: PushOp['args'], more: Partial<PushOp> = {}) =>
    device.op(`customer.${action}`, customer.id, args, { lane: `${action}:${customer.id}`, ...more })
  const applied = await device.push(
    theirs('note', { id: await device.newId(), text: 'Likes blue bows' }),
    theirs('scan', { mode: 'lookUp' }),
    theirs('change', { language }, { base: { version, fields: { language } } }),
  )
  expect(applied.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  const nobodysNumber = 987_654_321
  const refused = await device.push(
    theirs('note', { id: nobodysNumber, text: 'Likes blue bows' }),
    device.op('order.create', nobodysNumber, { ...contact, customer: customer.id, lines: order.lines }),
  )
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  // She called, and nobody knew that it was her: her number is all there is, as it was typed.
  const calls = await device.push(
    device.op('inquiry.create', nobodysNumber, { name: 'Zubeida', phone: '098123 00077', pincode: '380009' }),
    device.op('customer.create', nobodysNumber, { name: 'Zubeida K', phones: [{ number: contact.phone }] }),
    device.op('inquiry.create', nobodysNumber + 1, { name: 'Ravi', phone: '+919812300099' }),
  )
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
}

beforeAll(async () => {
  shop = await openShop()
  const product = await shop.make('product', { sku: 'E-1', name: 'Hair dryer', price: 150_00 })
  const source = await shop.make('source', { label: 'Fair' })
  customer = await shop.make('customer', {
    name: contact.name,
    phones: [{ number: contact.phone }],
    emails: [{ email: contact.email }],
    addresses: [{ line: '7 Jasmine Lane' }],
    tags: ['Qadri'],
  })
  const twin = await shop.make('customer', { name: 'Zubeida K', phones: [{ number: '+919812300078' }] })
  await shop.move('customer', twin.id, 'merge', { into: customer.id })
  order = await shop.make('order', {
    ...contact,
    customer: customer.id,
    address: '7 Jasmine Lane',
    note: 'Ring at Qadri',
    lines: [{ product: product.id, qty: 2, unitPrice: 150_00 }],
  })
  // She called before she was a customer.
  inquiry = await shop.make('inquiry', {
    name: 'Zubeida',
    phone: contact.phone,
    source: source.id,
    assignedTo: shop.person.userId,
    contactLog: [{ outcome: 'callBack', note: 'Likes blue bows' }],
  })
  task = await shop.make('task', { title: 'Call Zubeida', assignedTo: shop.person.userId, order: order.id })
  other = await shop.make('order', {
    name: 'Ravi',
    phone: '+919812300099',
    lines: [{ product: product.id, qty: 1, unitPrice: 150_00 }],
  })
  await attach(`/customer/${customer.id}`, 'Zubeida likes blue bows')
  await shop.change('customer', customer.id, { language: 'Qadri' })
  before = await sum('sales_order')
  pusher = await signedIn(shop.server, { permissions: allPermissions, confirmed: false })
  await workOnDevice()
})
afterAll(() => shop.server.close())

describe('erasing a customer’s personal data', () => {
  it('is for whoever has the right of its own, with a password that was typed a moment ago', async () => {
    const may = (as: SignedIn) => shop.ask('POST', `/customer/${customer.id}/erase`, {}, as)
    const editor = await signedIn(shop.server, { permissions: allPermissions.filter(code => code !== '50-e') })
    expect((await may(editor)).status).toBe(403)
    expect(await may(pusher)).toMatchObject({ status: 403, body: { code: 'confirm-needed' } })
    expect(await tablesWith()).toEqual(expect.arrayContaining(['customer', 'sync_mutation']))
  })

  it('takes all that says who they are out of every table, and keeps numbers, money and dates', async () => {
    const history = await shop.sql<{ id: number; at: string; action: string }>(
      'select id, at, action from record_history order by id',
    )
    const erased = await shop.move('customer', customer.id, 'erase')
    expect(erased).toMatchObject({ name: 'Erased', phones: [], emails: [], addresses: [], tags: [] })
    expect(erased.archivedAt).not.toBeNull()
    expect(await tablesWith()).toEqual([])
    expect(await sum('sales_order')).toEqual(before)
    const kept = await shop.read('order', order.id)
    expect(kept).toMatchObject({ name: 'Erased', phone: '00000', email: null, address: null, note: null })
    expect([kept.number, kept.total, kept.createdAt]).toEqual([order.number, order.total, order.createdAt])
    expect(await shop.read('inquiry', inquiry.id)).toMatchObject({
      name: 'Erased',
      number: inquiry.number,
      contactLog: [{ outcome: 'callBack', note: null }],
    })
    expect(await shop.read('task', task.id)).toMatchObject({ title: 'Erased', order: order.id })
    expect(await shop.read('order', other.id)).toEqual(other)
    const waiting = await shop.sql<{ op: string; args: object }>(
      `select op, intent -> 'args' as args from sync_mutation where intent is not null order by op, queue_seq`,
    )
    expect(waiting).toMatchObject([
      { op: 'customer.create', args: { name: 'Erased', phones: [] } },
      { op: 'customer.note', args: { text: 'Erased' } },
      { op: 'inquiry.create', args: { name: 'Erased', phone: '00000', pincode: null } },
      { op: 'inquiry.create', args: { name: 'Ravi', phone: '+919812300099' } },
      { op: 'order.create', args: { name: 'Erased', phone: '00000', customer: customer.id } },
    ])
    // Who did what and when stays, line by line.
    const after = await shop.sql<{ id: number; at: string; action: string }>(
      'select id, at, action from record_history order by id',
    )
    expect(after.slice(0, history.length)).toEqual(history)
  })

  it('is a line in history that says who and when, and is found by nobody', async () => {
    const { body } = await shop.ask('GET', `/customer/${customer.id}/history`)
    const [last] = (body as unknown as { entries: { action: string; actor: number; at: string }[] }).entries
    expect(last).toMatchObject({ action: 'erase', actor: shop.person.userId, at: expect.any(String) })
    const found = await shop.ask('GET', '/search?q=zubeida')
    expect(JSON.stringify(found.body)).not.toMatch(/Zubeida|Jasmine/)
  })

  it('leaves calls from a number that another customer has too, and is for who was put away as well', async () => {
    const phones = [{ number: '+919812300055' }]
    const [asked] = [
      await shop.make('customer', { name: 'Asha', phones }),
      await shop.make('customer', { name: 'Binu', phones }),
    ]
    const product = await shop.make('product', { sku: 'E-2', name: 'Comb', price: 10_00 })
    const call = { name: 'Binu', phone: '+919812300055', lines: [{ product: product.id, qty: 1, unitPrice: 10_00 }] }
    const shared = await shop.make('order', call)
    const { archivedAt } = (await shop.ask('DELETE', `/customer/${asked.id}`)).body
    expect(archivedAt).toEqual(expect.any(String))
    expect(await shop.move('customer', asked.id, 'erase')).toMatchObject({ name: 'Erased', phones: [], archivedAt })
    expect(await shop.read('order', shared.id)).toEqual(shared)
  })

  it('is refused for who was merged into somebody else: it is asked of that one', async () => {
    const [twin, into] = [
      await shop.make('customer', { name: 'Charu', phones: [{ number: '+919812300056' }] }),
      await shop.make('customer', { name: 'Charu D', phones: [{ number: '+919812300057' }] }),
    ]
    await shop.move('customer', twin.id, 'merge', { into: into.id })
    expect(await shop.ask('POST', `/customer/${twin.id}/erase`, {})).toMatchObject({
      status: 422,
      body: { code: 'not-now' },
    })
    expect(await shop.read('customer', twin.id)).toMatchObject({ name: 'Charu' })
  })

  it('leaves history as closed as it was: neither lines nor keys go', async () => {
    const erasing = async (statement: string) => {
      const client = await shop.server.database.pool.connect()
      try {
        await client.query(`begin; select set_config('caredesk.erasing', 'on', true)`)
        await client.query(statement)
        return 'done'
      } catch (error) {
        return (error as Error).message
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    for (const statement of [
      'delete from record_history',
      'truncate record_history',
      `update record_history set actor = 1, at = now()`,
      `update record_history set after = '{}'`,
      `update audit_event set details = '{}'`,
    ])
      expect(await erasing(statement), statement).toMatch(/append-only/)
    expect(await shop.sql(`update record_history set before = before`).catch((error: Error) => error.message)).toMatch(
      /append-only/,
    )
  })
})
