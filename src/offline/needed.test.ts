import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Change } from '#contract/calls/sync.ts'
import type { Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { register } from '#contract/register.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { pullOnce } from '../../tests/support/pull-once.ts'
import { answered, itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { applyAnswered } from './answered.ts'
import { beginLoad } from './apply.ts'
import { hasThrownOff } from './bring-back.ts'
import { keepOpened } from './needed.ts'
import { importUnsent } from './outbox/import.ts'
import { outboxIn } from './outbox/store.ts'
import { pruneForRoom, pruneKept } from './prune.ts'
import { openUserDb, readCursor, type UserDb } from './user-db.ts'

const DAY = 86_400_000
const now = Date.now()
const daysAgo = (days: number) => new Date(now - days * DAY).toISOString()

let server: SyncDouble
let db: UserDb
let userId = 3_000

beforeEach(async () => {
  server = syncDouble()
  server.state.groups.names.push('customer', 'unit')
  userId += 1
  db = await openUserDb(userId, register)
  await cycle()
})
afterEach(() => db.close())

const cycle = () => pullOnce(db, register)
const customerRow = (id: number, age: number): Row => ({ ...itemRow(id), name: `C${id}`, updatedAt: daysAgo(age) })
const keep = async (t: string, ...rows: Row[]) =>
  applyAnswered(
    db,
    register,
    (await readCursor(db))!.epoch,
    rows.map(row => answered(t, row)),
  )
const held = async (t = 'customer') =>
  (await db
    .table('rec_' + t)
    .toCollection()
    .primaryKeys()) as number[]

test('what was not touched for thirty days leaves the device as time passes, without a word of the server', async () => {
  await keep('customer', customerRow(1, 2), customerRow(2, 29), customerRow(3, 31))
  const asked = server.fetch.mock.calls.length
  await pruneKept(db, register, userId, now)
  expect(await held()).toEqual([1, 2])
  await pruneKept(db, register, userId, now + 5 * DAY)
  expect(await held()).toEqual([1])
  expect(server.fetch.mock.calls).toHaveLength(asked)
})

test('what was opened lately stays, and so does what unfinished work is about and what those refer to', async () => {
  await keep('customer', ...[1, 2, 3, 4, 5].map(id => customerRow(id, 400)))
  await keep('unit', { ...itemRow(9), serial: 'S9', stage: 'withCustomer', customer: 4, updatedAt: daysAgo(400) })
  await keepOpened(db, register, customer, 1, true)
  await db.drafts.put({ key: 'customer:2#d1', value: {}, at: now })
  await db.outbox.add(waitingOp({ op: 'customer.change', id: 3, lane: 'customer:3' }))
  await db.drafts.put({ key: 'unit:9', value: {}, at: now })
  await pruneKept(db, register, userId, now)
  expect(await held()).toEqual([1, 2, 3, 4])
  expect(await held('unit')).toEqual([9])
  expect(await db.drafts.count()).toBe(2)
  expect(await db.outbox.count()).toBe(1)
  // Nobody opened it for a month.
  await pruneKept(db, register, userId, now + 31 * DAY)
  expect(await held()).toEqual([2, 3, 4])
})

test('a clock that jumps ahead and is set right takes nothing away that was opened lately', async () => {
  await keep('customer', ...[1, 2].map(id => customerRow(id, 400)))
  await keepOpened(db, register, customer, 1, true)
  vi.useFakeTimers({ toFake: ['Date'], now: now + 365 * DAY })
  onTestFinished(() => void vi.useRealTimers())
  await keepOpened(db, register, customer, 2, true)
  vi.useRealTimers()
  await pruneKept(db, register, userId, now)
  expect(await held()).toEqual([1, 2])
})

/** What the server says of the record that is asked for by its number. */
const answerRows = (change: Change) => {
  server.state.routes['POST /sync/rows'] = async request => {
    expect(await request.json()).toEqual({ wanted: [{ t: 'customer', id: 1 }] })
    return { epoch: server.state.epoch, seq: server.state.seq, changes: [change] }
  }
}
const said = (version: number): Change => ({
  t: 'customer',
  id: 1,
  v: version,
  row: { ...customerRow(1, 400), version },
})
const gone: Change = { t: 'customer', id: 1, v: 0, gone: true }

test('an old record that is opened is kept from then on, also through a load that does not bring it', async () => {
  answerRows(said(1))
  await keepOpened(db, register, customer, 1, false)
  expect(await held()).toEqual([1])
  answerRows(said(5))
  await beginLoad(db, register)
  await cycle()
  expect(await db.table('rec_customer').get(1)).toMatchObject({ v: 5, row: { name: 'C1' } })
})

test('a record that left its person’s sight does not come back because it was opened once', async () => {
  answerRows(said(1))
  await keepOpened(db, register, customer, 1, false)
  answerRows(gone)
  await beginLoad(db, register)
  await cycle()
  expect(await held()).toEqual([])
})

test.each([false, true])(
  'what was taken in from a file gets its record with the next pull, also where an earlier build kept an empty place: %s',
  async isEmptyPlace => {
    const { g } = (await readCursor(db))!
    const store = db.table('rec_customer')
    if (isEmptyPlace) await store.put({ id: 1, t: 'customer', v: 0, g, on: 0, row: null, base: null })
    const op = waitingOp({
      op: 'customer.change',
      lane: 'customer:1',
      userId,
      args: { name: 'Mine' },
      state: 'rejected',
    })
    const head = { format: 'caredesk-unsent', version: 1, exportedAt: '' } as const
    const file = { ...head, userId, ops: [op], blobs: [], drafts: [] }
    await importUnsent(db, outboxIn(db, register), file)
    answerRows(said(3))
    await cycle()
    expect(await store.get(1)).toMatchObject({ v: 3, row: { name: 'Mine' }, base: { name: 'C1' } })
  },
)

test('of a record that may be opened and is in none of this person’s lists nothing is kept', async () => {
  answerRows(gone)
  await keepOpened(db, register, customer, 1, false)
  expect(await held()).toEqual([])
})

describe('what a full device has thrown off', () => {
  const throwOff = () => pruneForRoom(db, register, userId, now)
  const load = () => server.state.requests.filter(request => request === 'GET /sync/snapshot').length

  test('is not there before the last page of the load that brings it, also where one was under way', async () => {
    await keep('customer', customerRow(1, 1))
    await beginLoad(db, register)
    await throwOff()
    expect([await held(), await hasThrownOff(db)]).toEqual([[], true])
    await cycle()
    expect(await hasThrownOff(db)).toBe(false)
  })

  test('while something else is fetched by its number is loaded all the same', async () => {
    vi.stubGlobal('navigator', { storage: { estimate: () => Promise.resolve({ usage: 9e9, quota: 10e9 }) } })
    onTestFinished(() => void vi.unstubAllGlobals())
    answerRows(said(1))
    await keepOpened(db, register, customer, 1, false)
    await beginLoad(db, register)
    const answer = server.state.routes['POST /sync/rows']!
    server.state.routes['POST /sync/rows'] = async request => {
      await keep('customer', customerRow(2, 1))
      await throwOff()
      return answer(request)
    }
    await cycle()
    expect([await held(), await hasThrownOff(db)]).toEqual([[1], true])
  })

  test('where the browser does not say how much room there is, is loaded once in the life of a page', async () => {
    vi.stubGlobal('navigator', { storage: {} })
    onTestFinished(() => void vi.unstubAllGlobals())
    const before = load()
    for (const loads of [1, 1]) {
      await keep('customer', customerRow(1, 1))
      await throwOff()
      await cycle()
      expect(load() - before).toBe(loads)
    }
    expect(await hasThrownOff(db)).toBe(true)
  })
})
