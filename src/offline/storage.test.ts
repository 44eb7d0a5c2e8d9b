import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { register } from '#contract/register.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { pullOnce } from '../../tests/support/pull-once.ts'
import { answered, itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { applyAnswered } from './answered.ts'
import { applySnapshot, beginLoad } from './apply.ts'
import { markConnection, readConnection } from './connection.ts'
import { isQuotaError } from './guarded-open.ts'
import { keepFile } from './kept-files.ts'
import { readinessFacts } from './make-ready.ts'
import { keepOpened } from './needed.ts'
import { askToPersist, layBallast, withRoom } from './storage.ts'
import { hasRoomForFiles } from './storage-use.ts'
import { openUserDb, type UserDb } from './user-db.ts'

const GB = 1_000_000_000
let db: UserDb
let userId = 8_100
let use = { usage: 0, quota: 10 * GB }
const persist = vi.fn(() => Promise.resolve(true))
let persisted = false

beforeEach(async () => {
  use = { usage: 0, quota: 10 * GB }
  persisted = false
  persist.mockReset().mockResolvedValue(true)
  vi.stubGlobal('navigator', {
    onLine: true,
    storage: {
      estimate: () => Promise.resolve(use),
      persisted: () => Promise.resolve(persisted),
      persist,
    },
  })
  markConnection({ trouble: null })
  userId += 1
  db = await openUserDb(userId, register)
})
afterEach(() => {
  db.close()
  vi.unstubAllGlobals()
  vi.resetModules()
})

const quotaError = () =>
  Object.assign(new Error('aborted'), { name: 'AbortError', inner: new DOMException('full', 'QuotaExceededError') })
const ballast = async () => (await db.meta.get('ballast'))?.value as ArrayBuffer | undefined

const op = (state: string, seq: number) => ({
  seq,
  mid: crypto.randomUUID(),
  lane: 'customer:7',
  ord: seq,
  state,
  nextAt: 0,
})

test('a weight is laid aside once, and only where there is plenty of room', async () => {
  use = { usage: 7.999 * GB, quota: 10 * GB }
  await layBallast(db)
  expect(await ballast()).toBeUndefined()
  use = { usage: 0, quota: 0.104 * GB }
  await layBallast(db)
  expect(await ballast()).toBeUndefined()
  use = { usage: 1 * GB, quota: 10 * GB }
  await layBallast(db)
  const laid = await ballast()
  expect(laid?.byteLength).toBe(5_000_000)
  expect(new Set(new Uint8Array(laid!).subarray(4_990_000)).size).toBe(256)
  await layBallast(db)
  expect(new Uint8Array((await ballast())!).subarray(0, 99)).toEqual(new Uint8Array(laid!).subarray(0, 99))
})

test('on a full device the weight and what is done go, one after the other, what is not sent stays, and the work is tried again', async () => {
  await layBallast(db)
  await db.outbox.bulkPut([op('done', 1), op('pending', 2), op('rejected', 3), op('superseded', 4)] as never[])
  await db.drafts.put({ key: 'customer:7#a', value: { values: {} }, at: 1 })
  await db.blobs.put({ hash: 'h', mime: 'image/jpeg', bytes: new ArrayBuffer(9) })
  let tries = 0
  const kept = await withRoom({ db, register }, async () => {
    tries += 1
    if ((await ballast()) || (await db.outbox.where('state').equals('done').count()) > 0) throw quotaError()
    await db.meta.put({ key: 'x', value: 1 })
    return 'kept'
  })
  expect([kept, tries]).toEqual(['kept', 4])
  expect(await ballast()).toBeUndefined()
  expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['pending', 'rejected', 'superseded'])
  expect([await db.drafts.count(), await db.blobs.count()]).toEqual([1, 1])
  expect(readConnection().trouble).toBeNull()
})

describe('of the records', () => {
  const row = (id: number): Row => ({ ...itemRow(id), name: `C${id}`, updatedAt: new Date().toISOString() })
  const held = async () => (await db.table('rec_customer').toCollection().primaryKeys()) as number[]
  const cycle = () => pullOnce(db, register)
  let server: SyncDouble
  beforeEach(async () => {
    server = syncDouble()
    server.state.groups.names.push('customer')
    await cycle()
    for (const id of [1, 2, 3, 4, 5])
      await applyAnswered(db, register, server.state.epoch, [answered('customer', row(id))])
    await layBallast(db)
  })
  /** Room is there once the weight is gone, and `more`. */
  const meetQuota = (more: () => Promise<boolean>) =>
    withRoom({ db, register }, async () => {
      if ((await ballast()) || !(await more())) throw quotaError()
    })
  const fewer = async () => (await held()).length < 5

  test('none leaves where the weight alone makes room', async () => {
    await db.outbox.put(op('done', 1) as never)
    await meetQuota(async () => true)
    expect([await held(), await db.outbox.count()]).toEqual([[1, 2, 3, 4, 5], 1])
  })

  test('none leaves where the small pictures make room, nor does what is done', async () => {
    await db.outbox.put(op('done', 1) as never)
    await db.pictures.put({ id: 11, at: 1, type: 'image/webp', bytes: new ArrayBuffer(9) })
    await meetQuota(async () => (await db.pictures.count()) === 0)
    expect([await held(), await db.outbox.count()]).toEqual([[1, 2, 3, 4, 5], 1])
    expect((await readinessFacts(db, register, userId)).load).toBe('done')
  })

  test('one that was opened today, or with a waiting change, note or photo, stays', async () => {
    await keepOpened(db, register, customer, 1, true)
    const note = { op: 'customer.note', id: 2, lane: 'customer:900', args: { id: 900, text: 'Hello' } }
    await db.outbox.bulkPut([waitingOp(note), waitingOp({ op: 'customer.change', id: 3, lane: 'customer:3' })])
    const [bytes, hash] = [new Blob(['x']), 'h']
    const photo = { id: 901, mid: 'm', module: 'customer', path: '/customer', record: 4, field: null }
    await keepFile(db, { ...photo, name: 'a.jpg', size: 1, hash, at: 1 }, bytes)
    await meetQuota(fewer)
    expect(await held()).toEqual([1, 2, 3, 4])
  })

  test('those that left are loaded again once there is room, and the device is not ready before', async () => {
    const load = async () => (await readinessFacts(db, register, userId)).load
    for (const id of [1, 2, 3, 4, 5]) server.write('customer', id, row(id))
    await cycle()
    use = { usage: 9.9 * GB, quota: 10 * GB }
    await meetQuota(fewer)
    expect([await held(), await load()]).toEqual([[], 'underWay'])
    server.write('customer', 6, row(6))
    await cycle()
    expect([await held(), await load()]).toEqual([[6], 'underWay'])
    use = { usage: 1 * GB, quota: 10 * GB }
    await cycle()
    expect([await held(), await load()]).toEqual([[1, 2, 3, 4, 5, 6], 'done'])
  })

  test('those that leave in the middle of a load come with it all the same', async () => {
    server.state.pageSize = 2
    for (const id of [1, 2, 3, 4, 5]) server.write('customer', id, row(id))
    const { g } = await beginLoad(db, register)
    const rows = [1, 2].map(id => ({ t: 'customer', id, v: 1, row: row(id) }))
    const page = { epoch: server.state.epoch, seq: server.state.seq, groups: server.state.groups, rows, next: '5~2' }
    await applySnapshot(db, register, { g, after: null }, page, new Date().toISOString())
    await meetQuota(fewer)
    expect(await held()).toEqual([])
    await cycle()
    expect(await held()).toEqual([1, 2, 3, 4, 5])
  })
})

test('where no room can be made it is said, and the work has its error back after a try for each way to it', async () => {
  let tries = 0
  const full = withRoom({ db, register }, () => {
    tries += 1
    return Promise.reject(quotaError())
  })
  await expect(full).rejects.toMatchObject({ name: 'AbortError' })
  expect(tries).toBe(5)
  expect(readConnection().trouble).toBe('storageFull')
})

test('a device that is full says so, whatever a further try ends with', async () => {
  let tries = 0
  const full = withRoom({ db, register }, () =>
    Promise.reject((tries += 1) === 1 ? quotaError() : new Error('The transaction was aborted')),
  )
  await expect(full).rejects.toSatisfy(isQuotaError)
  expect(readConnection().trouble).toBe('storageFull')
  expect(isQuotaError(new Error('Encountered full disk while opening backing store'))).toBe(true)
})

test('any other error is no matter of room', async () => {
  await layBallast(db)
  let tries = 0
  const broken = withRoom({ db, register }, () => {
    tries += 1
    return Promise.reject(new Error('else'))
  })
  await expect(broken).rejects.toThrow('else')
  expect(tries).toBe(1)
  expect(await ballast()).toBeDefined()
})

test('photos are taken up to eighty per cent, and while a hundred megabytes are left', async () => {
  const at = async (usage: number, quota: number) => {
    use = { usage, quota }
    return hasRoomForFiles()
  }
  expect(await at(7.9 * GB, 10 * GB)).toBe(true)
  expect(await at(8.1 * GB, 10 * GB)).toBe(false)
  expect(await at(0.05 * GB, 0.3 * GB)).toBe(true)
  expect(await at(0.21 * GB, 0.3 * GB)).toBe(false)
  vi.stubGlobal('navigator', {})
  expect(await hasRoomForFiles()).toBe(true)
})

test('the browser is asked once to leave the data alone, whatever it answers', async () => {
  persist.mockResolvedValue(false)
  expect(await askToPersist()).toBe(false)
  expect(await askToPersist()).toBe(false)
  expect(persist).toHaveBeenCalledTimes(1)
})

const given: [string, () => void, boolean | null, number][] = [
  ['it says yes', () => void persist.mockResolvedValue(true), true, 1],
  ['it did already', () => void (persisted = true), true, 0],
  ['asking fails', () => void persist.mockRejectedValue(new Error('no')), false, 1],
  ['it knows no such promise', () => void vi.stubGlobal('navigator', { storage: {} }), null, 0],
]
test.each(given)('where %s', async (_, arrange, answer, calls) => {
  arrange()
  vi.resetModules()
  const { askToPersist } = await import('./storage.ts')
  expect(await askToPersist()).toBe(answer)
  expect(persist).toHaveBeenCalledTimes(calls)
})
