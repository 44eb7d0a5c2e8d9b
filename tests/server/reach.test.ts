import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { allPermissions } from '#contract/permissions.ts'
import { openShop, type Answer, type Shop } from '../support/shop.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'

let shop: Shop
/** Sees their own customers only, and all devices. */
let bound: SignedIn
let device: HttpDevice
let mine: Row
let hidden: Row
let product: number
let count = 0

beforeAll(async () => {
  shop = await openShop()
  bound = await signedIn(shop.server, { permissions: allPermissions, scopes: { customer: 'own' } })
  device = httpDevice(shop.server.app, bound)
  const phones = [{ number: '+919820000121' }]
  mine = await shop.make('customer', { name: 'Mine and near', phones, owner: bound.userId })
  hidden = await shop.make('customer', { name: 'Hidden and far', phones, owner: shop.person.userId })
  product = (await shop.make('product', { sku: 'P-1', name: 'Trimmer', price: 100 })).id
})
afterAll(() => shop?.server.close())

const send = async (url: string, payload: object, as: SignedIn, version?: number): Promise<Answer> => {
  const { statusCode, body } = await shop.server.app.inject({
    method: version === undefined ? 'POST' : 'PATCH',
    url: `/api${url}`,
    payload,
    headers: { ...as.headers, ...(version !== undefined && { 'if-match': `"${version}"` }) },
  })
  return { status: statusCode, body: JSON.parse(body) as Answer['body'] }
}
const unitOf = (customer: number | null) => ({ serial: `R-${++count}`, product, customer })
const customerOf = async (id: number) => (await shop.read('unit', id)).customer
const picked = async (query: string, as = bound) =>
  (await shop.ask('GET', `/customer/pick?${query}`, undefined, as)).body.rows as { title: string }[]
const titles = async (query: string, as?: SignedIn) => (await picked(query, as)).map(({ title }) => title)

describe('whoever sees their own customers only', () => {
  test('is told of the others by their numbers what is told of numbers that nobody has', async () => {
    for (const note of ['one', 'two']) await shop.change('customer', hidden.id, { language: note })
    const nobodys = 999_999_999
    const wanted = [mine, hidden, { id: nobodys }].map(({ id }) => ({ t: 'customer', id }))
    const { changes } = (await send('/sync/rows', { wanted }, bound)).body as unknown as { changes: { id: number }[] }
    expect(changes[0]).toMatchObject({ id: mine.id, row: { name: mine.name } })
    const { id: _, ...ofHidden } = changes[1]!
    const { id: __, ...ofNone } = changes[2]!
    expect(ofHidden).toEqual(ofNone)
  })

  test('writes no device onto one of the others: by form, edit, move and push', async () => {
    const message = 'This does not exist.'
    const made = await send('/unit', unitOf(hidden.id), bound)
    expect(made).toMatchObject({ status: 400, body: { fields: { customer: message } } })
    expect(await send('/unit', unitOf(999_999_999), bound)).toMatchObject({
      status: 400,
      body: { fields: made.body.fields },
    })
    const own = await send('/unit', unitOf(mine.id), bound)
    expect(own.status).toBe(201)
    const { id } = own.body
    expect(await send(`/unit/${id}`, { customer: hidden.id }, bound, 1)).toMatchObject({ status: 400 })
    const [pushed] = await device.push(
      device.op('unit.change', id, { customer: hidden.id }, { base: { version: 1, fields: { customer: mine.id } } }),
    )
    expect(pushed).toMatchObject({ status: 'rejected', fields: { customer: message } })
    const made2 = device.op('unit.create', await device.newId(), unitOf(hidden.id))
    expect(await device.push(made2)).toMatchObject([{ status: 'rejected', fields: { customer: message } }])
    await shop.sql(`update unit set stage = 'shipped' where id = $1`, [id])
    expect(await send(`/unit/${id}/deliver`, { customer: hidden.id }, bound)).toMatchObject({ status: 400 })
    expect(await customerOf(id)).toBe(mine.id)
  })

  test('takes no device from one of the others, and may work on it otherwise', async () => {
    const theirs = await shop.make('unit', unitOf(hidden.id))
    for (const customer of [mine.id, null]) {
      const answer = await send(`/unit/${theirs.id}`, { customer }, bound, 1)
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { customer: 'This refers to a record that you have no access to.' } },
      })
    }
    expect(await send(`/unit/${theirs.id}`, { note: 'Looked at' }, bound, 1)).toMatchObject({ status: 200 })
    expect(await customerOf(theirs.id)).toBe(hidden.id)
  })

  test('refers to none either by way of one that was merged into it', async () => {
    const phones = [{ number: '+919820000122' }]
    const before = await shop.make('customer', { name: 'Merged away', phones, owner: bound.userId })
    await shop.move('customer', before.id, 'merge', { into: hidden.id })
    expect(await send('/unit', unitOf(before.id), bound)).toMatchObject({ status: 400 })
    // Nor do they take anything away from that one.
    expect(await send(`/customer/${before.id}/undoMerge`, {}, bound)).toMatchObject({ status: 422 })
    expect(await shop.read('customer', before.id)).toMatchObject({ mergedInto: hidden.id })
  })

  test('picks from their own, and reads those names of others that stand in records they see', async () => {
    expect(await titles('q=and')).toEqual([mine.name])
    expect(await titles('q=and&for=find')).toEqual([mine.name])
    expect(await titles('q=and', shop.person)).toEqual([hidden.name, mine.name])
    const unnamed = await shop.make('customer', { name: 'Named nowhere', phones: [{ number: '+919820000123' }] })
    const ids = `ids=${[mine.id, hidden.id, unnamed.id].join()}`
    // A device names the second.
    expect(await titles(ids)).toEqual([hidden.name, mine.name])
    const narrow = await signedIn(shop.server, { permissions: ['50-a', '90-b'], scopes: { customer: 'own' } })
    expect(await titles(ids, narrow)).toEqual([])
  })
})

describe('rights that are lost while a change waits for somebody', () => {
  /** Holds a record, lets the work run into it, takes the right, and lets go. */
  const takenWhile = async <T>(table: string, id: number, person: SignedIn, work: () => Promise<T>): Promise<T> => {
    const holder = await shop.server.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query(`select from ${table} where id = $1 for update`, [id])
      const done = work()
      for (let waits = 0; waits === 0; await sleep(5))
        waits = (
          await holder.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount!
      await shop.sql(`update role set permissions = '{}' where id = $1`, [person.roleId])
      await holder.query('commit')
      return await done
    } finally {
      holder.release()
    }
  }
  const somebody = () => signedIn(shop.server, { permissions: allPermissions })

  test('end it: an edit, a move, a push of one and of several', async () => {
    const unit = await shop.make('unit', unitOf(null))
    const editor = await somebody()
    expect(
      await takenWhile('unit', unit.id, editor, () => send(`/unit/${unit.id}`, { note: 'Late' }, editor, 1)),
    ).toMatchObject({ status: 403 })
    const mover = await somebody()
    expect(await takenWhile('unit', unit.id, mover, () => send(`/unit/${unit.id}/allocate`, {}, mover))).toMatchObject({
      status: 403,
    })
    for (const several of [false, true]) {
      const pusher = await somebody()
      const theirs = httpDevice(shop.server.app, pusher)
      const base = { version: 1, fields: { note: null } }
      const other = await shop.make('unit', unitOf(null))
      const ops = [
        ...(several ? [theirs.op('unit.change', other.id, { note: 'Early' }, { base })] : []),
        theirs.op('unit.change', unit.id, { note: 'Late' }, { base }),
      ]
      const results = await takenWhile('unit', unit.id, pusher, () => theirs.push(...ops))
      expect(results.at(-1)).toMatchObject({ status: 'rejected', code: 'forbidden' })
    }
    expect(await shop.read('unit', unit.id)).toMatchObject({ version: 1, note: null, stage: 'inStock' })
  })

  test('end it where it waits for what it refers to', async () => {
    const author = await somebody()
    const input = unitOf(mine.id)
    expect(await takenWhile('customer', mine.id, author, () => send('/unit', input, author))).toMatchObject({
      status: 403,
    })
    expect(await shop.sql('select from unit where serial = $1', [input.serial])).toEqual([])
  })

  test('end work on many records', async () => {
    const unit = await shop.make('unit', unitOf(null))
    const worker = await somebody()
    const target = { ids: [unit.id] }
    await takenWhile('unit', unit.id, worker, () =>
      send('/unit/bulk', { target, action: 'change', args: { note: 'Late' } }, worker),
    )
    for (let state = 'running'; state === 'running'; await sleep(5))
      state = (await shop.sql<{ state: string }>('select state from work_job order by created_at desc limit 1'))[0]!
        .state
    expect(await shop.read('unit', unit.id)).toMatchObject({ version: 1, note: null })
  })

  test('end a note', async () => {
    const author = await somebody()
    const holder = await shop.server.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`attached to ${mine.id}`])
      const note = send(`/customer/${mine.id}/notes`, { mid: randomUUID(), text: 'Late' }, author)
      for (let waits = 0; waits === 0; await sleep(5))
        waits = (
          await holder.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount!
      await shop.sql(`update role set permissions = '{}' where id = $1`, [author.roleId])
      await holder.query('commit')
      expect((await note).status).toBe(503)
      expect(await shop.sql('select from record_note where record = $1', [mine.id])).toEqual([])
    } finally {
      holder.release()
    }
  })

  test('are all that counts: whoever keeps them only waits', async () => {
    const unit = await shop.make('unit', unitOf(null))
    const [editor, other] = [await somebody(), await somebody()]
    expect(
      await takenWhile('unit', unit.id, other, () => send(`/unit/${unit.id}`, { note: 'In time' }, editor, 1)),
    ).toMatchObject({ status: 200, body: { note: 'In time' } })
  })
})
