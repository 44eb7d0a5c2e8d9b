// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { pullOnce } from '../../tests/support/pull-once.ts'
import { answered, itemRow, syncDouble } from '../../tests/support/sync-double.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { applyAnswered } from './answered.ts'
import { beginLoad } from './apply.ts'
import { missingReferences, readinessFacts } from './make-ready.ts'
import { openUserDb, readCursor, type UserDb } from './user-db.ts'

const now = Date.now()

let db: UserDb
let userId = 7_000

beforeEach(async () => {
  syncDouble()
  userId += 1
  db = await openUserDb(userId, register)
  await cycle()
  const cursor = (await readCursor(db))!
  const groups = { ...cursor.groups, names: ['lists', 'unit', 'customer'] }
  await db.meta.put({ key: 'cursor', value: { ...cursor, groups } })
})
afterEach(() => db.close())

const cycle = () => pullOnce(db, register)
const epoch = async () => (await readCursor(db))!.epoch
const keep = async (t: string, row: Row) => applyAnswered(db, register, await epoch(), [answered(t, row)])
const unitRow = (id: number, more: object): Row => ({ ...itemRow(id), updatedAt: new Date(now).toISOString(), ...more })
const missing = async () => (await missingReferences(db, register, userId, now)).map(({ t, id }) => `${t}:${id}`)

test('what a kept record names and what is not here is missing, until it came or the server said that it is not for us', async () => {
  await keep('unit', unitRow(1, { customer: 11 }))
  await keep('unit', unitRow(2, { customer: 12 }))
  await keep('unit', unitRow(3, { customer: 13, updatedAt: '2020-01-01T00:00:00.000Z', stage: 'withCustomer' }))
  expect(await missing()).toEqual(['customer:11', 'customer:12'])
  await keep('customer', { ...itemRow(11), name: 'Here' })
  expect(await missing()).toEqual(['customer:12'])
  // An earlier build kept this beside a change of what it had never had.
  await db
    .table('rec_customer')
    .put({ id: 12, t: 'customer', v: 0, g: (await readCursor(db))!.g, on: 0, row: null, base: null })
  expect(await missing()).toEqual(['customer:12'])
  await applyAnswered(db, register, await epoch(), [{ t: 'customer', id: 12, v: 0, gone: true, seq: 0 }])
  expect(await missing()).toEqual([])
})

test('of a module that this person does not hold nothing is missing', async () => {
  const cursor = (await readCursor(db))!
  await db.meta.put({ key: 'cursor', value: { ...cursor, groups: { hash: 'h', names: ['lists', 'unit'] } } })
  await keep('unit', unitRow(1, { customer: 11 }))
  expect(await missing()).toEqual([])
})

test('a device is not ready before it has loaded what the build before did not know', async () => {
  const { source: _, ...before } = register
  const load = async () => (await readinessFacts(db, register, userId)).load
  await beginLoad(db, before)
  await pullOnce(db, before)
  expect(await load()).toBe('underWay')
  await cycle()
  expect(await load()).toBe('done')
})

test('a module that is lost takes its rows and leaves what the person wrote', async () => {
  await keep('customer', { ...itemRow(11), name: 'Theirs' })
  await db.outbox.put(waitingOp({ op: 'customer.change', id: 11, lane: 'customer:11', args: { name: 'Mine' }, userId }))
  await beginLoad(db, register, { hash: 'h2', names: ['lists'] })
  expect(await db.table('rec_customer').count()).toBe(0)
  expect(await db.outbox.toArray()).toMatchObject([{ args: { name: 'Mine' }, state: 'pending', open: 1 }])
})
