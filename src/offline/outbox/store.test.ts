import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { failing, watchWrites } from '../../../tests/support/faulty-stores.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { itemRow } from '../../../tests/support/sync-double.ts'
import { applyPull, applySnapshot, beginLoad, layMadeHere } from '../apply.ts'
import { readConnection, markConnection } from '../connection.ts'
import { isQuotaError } from '../guarded-open.ts'
import { layBallast } from '../storage.ts'
import { closeUserDb, openUserDb, type UserDb } from '../user-db.ts'
import { nextSending } from './drain.ts'
import { enqueue } from './machine.ts'
import type { OutboxOp } from './op.ts'
import { outboxIn, type Changed, type OutboxStore } from './store.ts'

const epoch = 'epoch'
const groups = { hash: 'h', names: ['lists'] }
let userId = 8_700
let db: UserDb
let store: OutboxStore

beforeEach(async () => {
  userId += 1
  db = await openUserDb(userId, register)
  store = outboxIn(db, register)
  markConnection({ trouble: null })
})
afterEach(() => {
  closeUserDb(db)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const say = (label: string, id = 1, version = 1, more: Changed = {}): Promise<OutboxOp> =>
  store.change(
    { lanes: [`source:${id}`] },
    books => {
      const { op, opV, at, clockOffset, build, deviceId } = waitingOp()
      const made = { op, opV, at, clockOffset, build, deviceId, id, userId, lane: `source:${id}` }
      return enqueue(books, {
        ...made,
        mid: crypto.randomUUID(),
        args: { label },
        base: { version, fields: { label: 'Theirs' } },
      })
    },
    more,
  )
const keep = (id = 1, label = 'Theirs') => db.lists.put({ id, t: 'source', v: 1, g: 0, on: 1, row: itemRow(id, label) })
const label = async (id = 1) => (await db.lists.get(id))?.row?.label

describe('a step', () => {
  test('is stored whole or not at all, the row with its change', async () => {
    await keep()
    failing('lists', 'put', new Error('cut'))
    await expect(say('Mine')).rejects.toThrow('cut')
    expect(await db.outbox.count()).toBe(0)
    expect(await label()).toBe('Theirs')
    expect(await db.meta.get('outbox')).toBeUndefined()
  })

  test('awaits nothing but the database: all of it is written by one transaction', async () => {
    await keep()
    const writes = watchWrites()
    await say('Mine')
    expect(writes.map(({ store }) => store).toSorted()).toEqual(['lists', 'meta', 'outbox'])
    expect(new Set(writes.map(({ transaction }) => transaction)).size).toBe(1)
    expect(await label()).toBe('Mine')
  })
})

describe('on a full device', () => {
  const full = new DOMException('', 'QuotaExceededError')

  test('the weight is thrown off, and the change is kept after all', async () => {
    vi.stubGlobal('navigator', { storage: { estimate: () => Promise.resolve({ usage: 0, quota: 10e9 }) } })
    await layBallast(db)
    expect(await db.meta.get('ballast')).toBeDefined()
    failing('outbox', 'put', full, 1)
    await say('Mine')
    expect(await db.meta.get('ballast')).toBeUndefined()
    expect(await db.outbox.toArray()).toMatchObject([{ args: { label: 'Mine' }, state: 'pending', seq: 1 }])
    expect(readConnection().trouble).toBeNull()
  })

  test('where that makes no room it is said, nothing is half kept, and what waited before still does', async () => {
    await keep()
    const before = await say('First')
    failing('outbox', 'put', full)
    const error = await say('Second').catch((error: unknown) => error)
    expect(isQuotaError(error)).toBe(true)
    expect(readConnection().trouble).toBe('storageFull')
    expect((await db.outbox.toArray()).map(({ mid }) => mid)).toEqual([before.mid])
    expect(await label()).toBe('First')
  })
})

describe('while changes wait', () => {
  const change = (text: string, v: number) => ({ t: 'source', id: 1, v, row: { ...itemRow(1, text), version: v } })
  const cursor = { epoch, seq: 5, groups, g: 0, syncedAt: '2026-01-01T00:00:00.000Z' }
  const answer = (seq: number, changes: object[]) =>
    ({ epoch, seq, more: false, changes, minSeq: 0, serverTime: '2026-01-01T00:00:01.000Z' }) as never

  test('a page that is older than the answer to a change does not take it back', async () => {
    await keep()
    await db.meta.put({ key: 'cursor', value: cursor })
    const op = await say('Mine')
    const done = { ...itemRow(1, 'Mine'), version: 3 }
    await store.change(
      { mids: [op.mid] },
      books => {
        const sent = Object.assign(books.ops[0]!, { state: 'done', open: 0 })
        books.touched.add(sent)
      },
      {
        answer: { epoch, seq: 0, taken: () => [{ op, result: { mid: op.mid, status: 'applied', row: done } }] },
      },
    )
    expect(await db.lists.get(1)).toMatchObject({ v: 3, row: { label: 'Mine' } })
    await applyPull(db, register, { epoch, seq: 5 }, answer(6, [change('Older', 2)]))
    expect(await db.lists.get(1)).toMatchObject({ v: 3, row: { label: 'Mine' } })
  })

  test('everything is loaded anew, and twenty of them are laid over what came', async () => {
    for (let id = 1; id <= 20; id += 1) {
      await keep(id)
      await say(`Mine ${id}`, id)
    }
    await db.meta.put({ key: 'cursor', value: cursor })
    const ops = await db.outbox.toArray()
    const { g } = await beginLoad(db, register)
    expect(await label(7)).toBe('Mine 7')
    const rows = Array.from({ length: 20 }, (_, at) => ({
      t: 'source',
      id: at + 1,
      v: 9,
      row: { ...itemRow(at + 1, 'Theirs'), version: 9 },
    }))
    const page = { epoch, seq: 9, groups, rows, next: null } as never
    await applySnapshot(db, register, { g, after: null }, page, '2026-01-01T00:00:00.000Z')
    expect(await db.outbox.toArray()).toEqual(ops)
    for (let id = 1; id <= 20; id += 1)
      expect(await db.lists.get(id)).toMatchObject({ g, v: 9, row: { label: `Mine ${id}` }, base: { label: 'Theirs' } })
  })
})

describe('a new item of a list', () => {
  const enter = (action: string, id: number, args: Record<string, unknown>) =>
    store.change({ lanes: [`source:${id}`] }, books => {
      const { opV, at, clockOffset, build, deviceId } = waitingOp()
      const made = { op: `source.${action}`, opV, at, clockOffset, build, deviceId, id, userId, lane: `source:${id}` }
      enqueue(books, { ...made, mid: crypto.randomUUID(), args, base: null })
    })
  const place = async (id: number) => (await db.lists.get(id))?.row?.position
  const places = () => Promise.all([91, 92, 93].map(place))
  beforeEach(async () => {
    await keep(5)
    for (const id of [91, 92, 93]) await enter('create', id, { label: `New ${id}` })
  })

  test('stands where the server will put it, and stays there when it is changed', async () => {
    expect(await places()).toEqual([5 + 1_024, 5 + 2_048, 5 + 3_072])
    await enter('change', 91, { label: 'Renamed' })
    expect(await places()).toEqual([5 + 1_024, 5 + 2_048, 5 + 3_072])
  })

  test('stays between two others that are new, also when all is loaded anew or comes out of the seal', async () => {
    const between = 5 + 1_536
    await enter('change', 93, { position: between })
    expect(await places()).toEqual([5 + 1_024, 5 + 2_048, between])
    const { g } = await beginLoad(db, register)
    const rows = [{ t: 'source', id: 5, v: 9, row: { ...itemRow(5), version: 9 } }]
    const page = { epoch, seq: 9, groups, rows, next: null } as never
    await applySnapshot(db, register, { g, after: null }, page, '2026-01-01T00:00:00.000Z')
    expect(await places()).toEqual([5 + 1_024, 5 + 2_048, between])
    await db.lists.bulkDelete([91, 92, 93])
    await layMadeHere(db, register)
    expect(await places()).toEqual([5 + 1_024, 5 + 2_048, between])
  })
})

test('a change of a record that is not on this device leaves no empty place, which would say that it is gone', async () => {
  await say('Mine')
  expect(await db.lists.count()).toBe(0)
  await store.change({ lanes: ['source:1'] }, ({ ops, touched }) => {
    touched.add(Object.assign(ops[0]!, { state: 'rejected' }))
  })
  expect(await db.lists.count()).toBe(0)
})

test('a change of what left this device, and is seen at the server as it was then, is laid over that and stays; not over what is older', async () => {
  const gone = { id: 1, t: 'source', v: 3, g: 0, on: 0, row: null, goneAt: Date.now() } as const
  const seen = (version: number) => ({ seen: [{ t: 'source', row: { ...itemRow(1, 'Theirs'), version } }] })
  await db.lists.put(gone)
  await say('Older', 1, 2, seen(2))
  expect(await db.lists.get(1)).toMatchObject({ row: null, base: null })

  await db.outbox.clear()
  await db.lists.put(gone)
  await say('Mine', 1, 3, seen(3))
  expect(await db.lists.get(1)).toMatchObject({ v: 3, row: { label: 'Mine' }, base: { label: 'Theirs' } })
  await say('Mine once more', 1, 3, seen(3))
  expect(await label()).toBe('Mine once more')
  // It is no trace of a record that is gone, which leaves after a while.
  expect(await db.lists.where('goneAt').above(0).count()).toBe(0)
})

test('an answer that is repeated after a load does not bring back what the load did not', async () => {
  await say('Mine')
  const { g } = await beginLoad(db, register)
  const page = { epoch, seq: 9, groups, rows: [], next: null } as never
  await applySnapshot(db, register, { g, after: null }, page, '2026-01-01T00:00:00.000Z')
  const [op] = await db.outbox.toArray()
  const row = { ...itemRow(1, 'Theirs'), version: 3 }
  const taken = () => [{ op: op!, result: { mid: op!.mid, status: 'conflict' as const, row, feedSeq: 0 } }]
  await store.change({ mids: [op!.mid] }, () => null, { answer: { epoch, seq: 12, taken } })
  expect(await db.lists.get(1)).toBeUndefined()
})

test('a note that was answered does not take a change of its record from the screen', async () => {
  await keep()
  await say('Mine')
  const note = waitingOp({ op: 'source.note', id: 1, lane: 'source:77', userId, state: 'sending', seq: 2, ord: 2 })
  await db.outbox.put(note)
  const row = { ...itemRow(1, 'Newer'), version: 9 }
  const taken = () => [{ op: note, result: { mid: note.mid, status: 'applied' as const, row } }]
  await store.change({ mids: [note.mid] }, () => null, { answer: { epoch, seq: 0, taken } })
  expect(await label()).toBe('Mine')
  expect((await db.lists.get(1))!.base).toMatchObject({ label: 'Theirs' })
})

test('what makes the records that the first changes name is looked at with them, however far behind it stands', async () => {
  const stuck = { state: 'rejected', sentOnce: true } as const
  const create = (id: number, deps: string[]) =>
    waitingOp({ op: 'source.create', id, lane: `source:${id}`, userId, deps })
  const corrected = waitingOp({ userId, id: 900, lane: 'source:900', deps: ['source:901'] })
  const others = Array.from({ length: 199 }, (_, at) =>
    waitingOp({ userId, id: at + 1, lane: `source:${at + 1}`, ...stuck }),
  )
  const [maker, first] = [create(901, ['source:902']), create(902, [])]
  await db.outbox.bulkPut([corrected, ...others, maker, first])
  const ports = { store, drainer: 'tab', build: 'test', now: () => 0 }
  const sent = (await nextSending(ports))!.ops.map(({ mid }) => mid)
  expect(sent).toEqual([first.mid])
})

test('what is sealed with the key of another session is nobody’s to change', async () => {
  await db.outbox.put({ seq: 5, sealed: { nonce: new Uint8Array(12), data: new ArrayBuffer(8) } } as never)
  await say('Mine')
  expect(await store.change('all', books => books.ops.map(({ seq }) => seq))).toEqual([1])
})
