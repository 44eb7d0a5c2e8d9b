import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { deviceSession } from '../../tests/support/device-session.ts'
import { failing } from '../../tests/support/faulty-stores.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { pullOnce } from '../../tests/support/pull-once.ts'
import { answered, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { applyAnswered } from './answered.ts'
import { applyPull, applySnapshot, beginLoad } from './apply.ts'
import { heldGroups } from './may-hold.ts'
import { pruneGone } from './prune.ts'
import { clearSession, writeSession } from './device.ts'
import { pullCycle } from './pull.ts'
import { openUserDb, readCursor, readLoad, readMeta, type UserDb } from './user-db.ts'

let server: SyncDouble
let db: UserDb
let userId = 100

beforeEach(async () => {
  server = syncDouble()
  userId += 1
  db = await openUserDb(userId, register)
})
afterEach(async () => {
  db.close()
  await clearSession()
})

const pages: string[][] = []
const cycle = (of: UserDb = db) =>
  pullCycle({
    db: of,
    register,
    deviceId: crypto.randomUUID(),
    onPage: ({ modules }) => void pages.push(modules),
    signal: new AbortController().signal,
  })
const labels = async (of: UserDb = db) =>
  (await of.lists.toArray()).flatMap(({ row }) => (row ? [String(row.label)] : [])).sort()

test('the first load brings every page, and what changed while it ran', async () => {
  server.state.pageSize = 3
  for (let id = 1; id <= 8; id += 1) server.write('source', id, { label: `S${id}` })
  server.write('dealerBranch', 9, { name: 'Pune' })
  const answer = server.fetch.getMockImplementation()!
  let requests = 0
  server.fetch.mockImplementation(async request => {
    requests += 1
    if (requests === 2) server.write('source', 1, { label: 'S1 changed' })
    return answer(request)
  })
  await cycle()
  expect(await labels()).toEqual(['S1 changed', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8'])
  expect((await db.table('rec_dealerBranch').get(9)).row.name).toBe('Pune')
  expect((await readCursor(db))?.seq).toBe(server.state.seq)
})

test('a load that was cut goes on where it stopped', async () => {
  server.state.pageSize = 2
  for (let id = 1; id <= 5; id += 1) server.write('source', id, { label: `S${id}` })
  const answer = server.fetch.getMockImplementation()!
  let requests = 0
  server.fetch.mockImplementation(async request => {
    requests += 1
    if (requests === 3) throw new TypeError('Failed to fetch')
    return answer(request)
  })
  await expect(cycle()).rejects.toMatchObject({ code: 'unreachable' })
  expect(await labels()).toEqual(['S1', 'S2', 'S3', 'S4'])
  server.fetch.mockClear()
  await cycle()
  expect(await labels()).toEqual(['S1', 'S2', 'S3', 'S4', 'S5'])
  expect(server.fetch.mock.calls.filter(([request]) => request.url.includes('snapshot'))).toHaveLength(1)
})

test('a page that dies between two pages of a load goes on after it, whatever was written meanwhile, with each row once', async () => {
  server.state.pageSize = 2
  for (let id = 1; id <= 7; id += 1) server.write('source', id, { label: `S${id}` })
  const answer = server.fetch.getMockImplementation()!
  const dying = openUserDb(userId, register)
  let pages = 0
  server.fetch.mockImplementation(async request => {
    const answered = await answer(request)
    if (request.url.includes('snapshot')) pages += 1
    // The second page is on the device; the third arrives at nobody.
    if (pages === 3) (await dying).close()
    return answered
  })
  await expect(cycle(await dying)).rejects.toBeDefined()
  expect(await labels()).toEqual(['S1', 'S2', 'S3', 'S4'])
  expect(await readLoad(db)).toMatchObject({ rows: 4 })
  expect(await readCursor(db)).toBeUndefined()

  server.fetch.mockImplementation(answer)
  server.write('source', 2, { label: 'S2 later' })
  server.remove(3)
  server.write('source', 8, { label: 'S8' })
  server.state.requests.length = 0
  await cycle()
  expect(await labels()).toEqual(['S1', 'S2 later', 'S4', 'S5', 'S6', 'S7', 'S8'])
  expect(server.state.requests.filter(request => request.includes('snapshot'))).toHaveLength(2)
  expect(await readLoad(db)).toBeUndefined()
})

test('a device whose clock is ahead says how old everything is by the server’s time all the same', async () => {
  const DAY = 86_400_000
  server.state.ahead = -400 * DAY
  await cycle()
  await cycle()
  const { syncedAt } = (await readCursor(db))!
  expect(Date.now() - Date.parse(syncedAt)).toBeGreaterThan(399 * DAY)
})

test('later changes, new rows and rows that are gone arrive by the feed', async () => {
  server.write('source', 1, { label: 'A' })
  server.write('source', 2, { label: 'B' })
  await cycle()
  server.write('source', 1, { label: 'A2' })
  server.write('source', 3, { label: 'C' })
  server.remove(2)
  await cycle()
  expect(await labels()).toEqual(['A2', 'C'])
})

test('an answer that was under way does not take a newer row back, nor bring a deleted one back', async () => {
  const old = server.write('source', 1, { label: 'Old' })
  await cycle()
  const { epoch } = server.state
  server.write('source', 1, { label: 'New' })
  await cycle()
  await applyAnswered(db, register, epoch, [answered('source', old, 1)])
  expect(await labels()).toEqual(['New'])
  const last = server.rows.get(1)!.row
  server.remove(1)
  await cycle()
  await applyAnswered(db, register, epoch, [answered('source', last, 2)])
  expect(await labels()).toEqual([])
})

test('rights that go and come back while it loads leave no gap', async () => {
  server.state.pageSize = 2
  for (let id = 1; id <= 4; id += 1) server.write('source', id, { label: `S${id}` })
  server.write('dealerBranch', 5, { name: 'Pune' })
  const [all, fewer] = [server.state.groups, { hash: 'fewer', names: ['lists'] }]
  const answer = server.fetch.getMockImplementation()!
  let pages = 0
  server.fetch.mockImplementation(async request => {
    if (request.url.includes('snapshot') && ++pages === 3) server.state.groups = fewer
    const answered = await answer(request)
    server.state.groups = all
    return answered
  })
  await cycle()
  expect(pages).toBe(6)
  expect((await db.table('rec_dealerBranch').get(5))?.row.name).toBe('Pune')
  expect((await readCursor(db))?.groups).toEqual(all)
})

test('what is gone is forgotten after a while', async () => {
  server.write('source', 1, { label: 'A' })
  await cycle()
  server.remove(1)
  await cycle()
  await pruneGone(db, register, Date.now() - 60_000)
  expect(await db.lists.count()).toBe(1)
  await pruneGone(db, register, Date.now() + 1)
  expect(await db.lists.count()).toBe(0)
})

test('the answer to my own work is there before the next pull; one of another epoch is not', async () => {
  server.write('source', 1, { label: 'A' })
  await cycle()
  const mine = { ...server.rows.get(1)!.row, id: 50, label: 'Mine' }
  await applyAnswered(db, register, crypto.randomUUID(), [answered('source', mine, 2)])
  expect(await labels()).toEqual(['A'])
  await applyAnswered(db, register, server.state.epoch, [answered('source', mine, 2)])
  expect(await labels()).toEqual(['A', 'Mine'])
})

test('a page and its cursor are stored together or not at all', async () => {
  server.write('source', 1, { label: 'A' })
  await cycle()
  const before = await readCursor(db)
  server.write('source', 2, { label: 'B' })
  // The crash between the rows and the cursor: the last write of the page fails.
  db.meta.hook('updating', () => {
    throw new Error('power cut')
  })
  await expect(cycle()).rejects.toThrow()
  db.close()
  db = await openUserDb(userId, register)
  expect(await labels()).toEqual(['A'])
  expect(await readCursor(db)).toEqual(before)
  await cycle()
  expect(await labels()).toEqual(['A', 'B'])
})

test('an answer for another place in the feed than where the device stands is dropped', async () => {
  server.write('source', 1, { label: 'A' })
  await cycle()
  const cursor = (await readCursor(db))!
  const answer = {
    epoch: cursor.epoch,
    seq: cursor.seq,
    more: false,
    changes: [],
    serverTime: '2026-01-01T00:00:00.000Z',
  }
  const place = { epoch: cursor.epoch, seq: cursor.seq }
  expect(await applyPull(db, register, place, { ...answer, seq: cursor.seq + 5 })).toEqual({ modules: [], written: [] })
  expect(await applyPull(db, register, place, { ...answer, seq: cursor.seq + 1 })).toBe('late')
  expect(await applyPull(db, register, { ...place, epoch: crypto.randomUUID() }, answer)).toBe('late')
  const ahead = { ...place, seq: cursor.seq + 50 }
  expect(await applyPull(db, register, ahead, { ...answer, seq: cursor.seq + 60 })).toBe('late')
  expect((await readCursor(db))?.seq).toBe(cursor.seq + 5)
})

const plantUnsent = async () => {
  await db.outbox.add(waitingOp({ lane: 'source:1' }))
  await db.blobs.put({ hash: 'h', mime: 'image/jpeg', bytes: new ArrayBuffer(8) })
  await db.drafts.put({ key: 'source:new', value: { label: 'half' }, at: 1 })
}
const unsent = async () => [await db.outbox.count(), await db.blobs.count(), await db.drafts.count()]

test.each(['epoch', 'too_old', 'groups'] as const)(
  'a reset (%s) keeps the screen filled until everything has come again, and leaves unsent work alone',
  async reset => {
    server.state.pageSize = 2
    for (let id = 1; id <= 5; id += 1) server.write('source', id, { label: `S${id}` })
    await cycle()
    await plantUnsent()
    server.rows.delete(5) // gone without a word in the feed, as after a restore
    if (reset === 'epoch') server.state.epoch = crypto.randomUUID()
    else server.state.reset = reset
    const counts: number[] = []
    const answer = server.fetch.getMockImplementation()!
    server.fetch.mockImplementation(async request => {
      counts.push((await labels()).length)
      return answer(request)
    })
    await cycle()
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(4)
    expect(await labels()).toEqual(['S1', 'S2', 'S3', 'S4'])
    expect(await unsent()).toEqual([1, 1, 1])
    expect((await readCursor(db))?.epoch).toBe(server.state.epoch)
    expect(await readLoad(db)).toBeUndefined()
  },
)

test('after a restore rows count again from where the server stands, even with lower versions', async () => {
  server.write('source', 1, { label: 'v1' })
  server.write('source', 1, { label: 'v2' })
  await cycle()
  server.rows.set(1, { t: 'source', row: { ...server.rows.get(1)!.row, version: 1, label: 'v1' } })
  server.state.epoch = crypto.randomUUID()
  await cycle()
  expect(await labels()).toEqual(['v1'])
})

test('of a server that went back in its own life, what was sent is sent again, once', async () => {
  server.write('source', 1, { label: 'A' })
  await cycle()
  const { epoch } = server.state
  const before = server.state.seq
  const queue = { id: crypto.randomUUID(), last: 2, epoch }
  const done = { state: 'done', open: 0, sentOnce: true, endedAt: Date.now() } as const
  await db.outbox.bulkAdd([
    waitingOp({ ...done, op: 'source.create', id: 2, lane: 'source:2', args: { label: 'B' }, userId }),
    waitingOp({ lane: 'source:1', args: { label: 'A2' }, userId }),
  ])
  await db.meta.put({ key: 'outbox', value: queue })
  server.write('source', 2, { label: 'B' })
  await cycle()
  expect(await labels()).toEqual(['A', 'B'])
  server.rows.delete(2)
  server.goBack(before)
  await cycle()
  const queued = async () => [(await db.outbox.toArray()).map(({ state }) => state), (await readMeta(db, 'outbox'))!]
  expect(await queued()).toEqual([['pending', 'pending'], queue])
  // It is shown as what it is: not sent.
  expect(await labels()).toEqual(['A2', 'B'])
  expect(server.state.requests.filter(request => request.includes('pull')).length).toBe(5)
  await db.outbox.toCollection().modify({ state: 'done', open: 0 })
  await cycle()
  expect((await queued())[0]).toEqual(['done', 'done'])
})

test('a restore in the middle of a load starts the load again', async () => {
  server.state.pageSize = 2
  for (let id = 1; id <= 5; id += 1) server.write('source', id, { label: `S${id}` })
  const answer = server.fetch.getMockImplementation()!
  let requests = 0
  server.fetch.mockImplementation(async request => {
    requests += 1
    if (requests === 2) server.state.epoch = crypto.randomUUID()
    return answer(request)
  })
  await cycle()
  expect(await labels()).toEqual(['S1', 'S2', 'S3', 'S4', 'S5'])
  expect((await readCursor(db))?.epoch).toBe(server.state.epoch)
})

test('rows of a module that a person may no longer hold leave at once; those of a lost scope with the new load', async () => {
  server.write('source', 1, { label: 'A' })
  server.write('dealerBranch', 2, { name: 'Pune' })
  await cycle()
  expect(await db.table('rec_dealerBranch').count()).toBe(1)
  server.state.groups = { hash: 'h2', names: ['lists'] }
  const answer = server.fetch.getMockImplementation()!
  server.fetch.mockImplementation(async request => {
    if (request.url.includes('snapshot')) throw new TypeError('Failed to fetch')
    return answer(request)
  })
  await expect(cycle()).rejects.toMatchObject({ code: 'unreachable' })
  expect(await db.table('rec_dealerBranch').count()).toBe(0)
  expect(await labels()).toEqual(['A'])
  server.fetch.mockImplementation(answer)
  await cycle()
  expect((await readCursor(db))?.groups.names).toEqual(['lists'])
})

test('a second device handle sees what the first one pulled, and both pulling at once do no harm', async () => {
  server.state.pageSize = 2
  for (let id = 1; id <= 9; id += 1) server.write('source', id, { label: `S${id}` })
  const other = await openUserDb(userId, register)
  await Promise.all([cycle(), cycle(other)])
  expect(await labels(other)).toHaveLength(9)
  for (let id = 10; id <= 15; id += 1) server.write('source', id, { label: `S${id}` })
  await Promise.all([cycle(), cycle(other)])
  expect(await labels()).toHaveLength(15)
  expect(await readCursor(other)).toEqual(await readCursor(db))
  other.close()
})

/** The modules of the release before, which has no sources, and keeps branches otherwise. */
const { source, ...others } = register
const { dealerBranch } = register
const earlier: typeof register = {
  ...others,
  dealerBranch: { ...dealerBranch!, offline: { keep: 'recent', write: true } },
}
const loads = () => server.state.requests.filter(request => request.includes('snapshot')).length

test('what an earlier build did not know is loaded once by the build that does, and not called complete before', async () => {
  server.write('source', 1, { label: 'A' })
  server.write('dealerBranch', 2, { name: 'Pune' })
  await pullOnce(db, earlier)
  server.write('source', 3, { label: 'B' })
  await pullOnce(db, earlier)
  expect(await labels()).toEqual([])
  expect(loads()).toBe(1)
  // The app was exchanged, and the server cannot be reached: nothing is said to be all there is.
  expect(heldGroups(earlier, await readCursor(db))).toEqual(['lists', 'dealerBranch'])
  expect(heldGroups(register, await readCursor(db))).toEqual([])
  await cycle()
  expect(await labels()).toEqual(['A', 'B'])
  expect(heldGroups(register, await readCursor(db))).toEqual(['lists', 'dealerBranch'])
  await cycle()
  expect(loads()).toBe(2)
})

test('on a full device it is loaded as soon as there is room for that', async () => {
  server.write('source', 1, { label: 'A' })
  await pullOnce(db, earlier)
  failing('meta', 'put', new DOMException('full', 'QuotaExceededError'))
  onTestFinished(() => void vi.restoreAllMocks())
  await expect(cycle()).rejects.toThrow()
  vi.restoreAllMocks()
  await cycle()
  expect(await labels()).toEqual(['A'])
})

test('a module of which more is kept since is loaded anew, also where the load of the earlier build is still under way', async () => {
  server.state.pageSize = 1
  for (let id = 1; id <= 3; id += 1) server.write('dealerBranch', id, { name: `Branch ${id}` })
  const load = await beginLoad(db, { ...earlier, source: source! })
  const page = { epoch: server.state.epoch, seq: 3, groups: server.state.groups, rows: [], next: '3~2' }
  await applySnapshot(db, earlier, { g: load.g, after: null }, page, '2026-01-01T00:00:00.000Z')
  await cycle()
  expect(await db.table('rec_dealerBranch').count()).toBe(3)
})

test('what a release brings for others is no reason to load', async () => {
  server.state.groups = { hash: 'lists', names: ['lists'] }
  const { dealerBranch: _, ...without } = register
  await pullOnce(db, without)
  await cycle()
  expect(loads()).toBe(1)
})

test('a device whose load did not note what its build knew loads once more', async () => {
  server.write('source', 1, { label: 'A' })
  await cycle()
  const { knows: _, ...unnoted } = (await readCursor(db))!
  await db.meta.put({ key: 'cursor', value: unnoted })
  expect(heldGroups(register, await readCursor(db))).toEqual(['lists', 'dealerBranch'])
  for (const times of [2, 2]) {
    await cycle()
    expect(loads()).toBe(times)
  }
})

test('tabs of two builds do not load by turns for ever', async () => {
  const other = await openUserDb(userId, earlier)
  for (let turn = 1; turn <= 4; turn += 1) {
    await pullOnce(db, register)
    await pullOnce(other, earlier)
  }
  expect(loads()).toBeLessThanOrEqual(3)
  other.close()
})

test('a module that this build does not know is passed over, and comes with the load of the build that does', async () => {
  server.write('source', 1, { label: 'A' })
  await cycle()
  // A tab of the release before, beside this one.
  server.write('source', 2, { label: 'B' })
  await pullOnce(db, others)
  expect((await readCursor(db))?.seq).toBe(server.state.seq)
  expect(await labels()).toEqual(['A'])
  expect(heldGroups(register, await readCursor(db))).toEqual(['dealerBranch'])
  await cycle()
  expect(await labels()).toEqual(['A', 'B'])
})

test('a row of a module that nobody here knows changes nothing', async () => {
  server.write('source', 1, { label: 'A' })
  await cycle()
  const cursor = (await readCursor(db))!
  const row = server.rows.get(1)!.row
  await applyPull(db, register, cursor, {
    epoch: cursor.epoch,
    seq: cursor.seq + 1,
    more: false,
    changes: [{ t: 'hologram', id: 77, v: 1, row }],
    serverTime: '2026-01-01T00:00:00.000Z',
  })
  expect((await readCursor(db))?.seq).toBe(cursor.seq + 1)
  expect(await labels()).toEqual(['A'])
})

test('a page of a load that somebody began anew is dropped', async () => {
  const load = await beginLoad(db, register)
  await beginLoad(db, register)
  const page = { epoch: server.state.epoch, seq: 0, groups: server.state.groups, rows: [], next: null }
  expect(await applySnapshot(db, register, { g: load.g, after: null }, page, '2026-01-01T00:00:00.000Z')).toBe('late')
})

test('a tab whose person left while it slept asks for nothing with the token of the next one, and keeps nothing of theirs', async () => {
  server.write('source', 1, { label: 'Theirs' })
  await writeSession(deviceSession(userId))
  const answer = server.fetch.getMockImplementation()!
  server.fetch.mockImplementationOnce(async request => {
    await writeSession(deviceSession(userId + 5_000))
    return answer(request)
  })
  await expect(cycle()).rejects.toMatchObject({ code: 'signed-out' })
  expect([await labels(), server.fetch.mock.calls.length]).toEqual([[], 1])
  await expect(cycle()).rejects.toMatchObject({ code: 'signed-out' })
  expect(server.fetch.mock.calls.length).toBe(1)
  await writeSession(deviceSession(userId))
  await cycle()
  expect(await labels()).toEqual(['Theirs'])
})

test('with nothing new the device is not written to', async () => {
  server.write('source', 1, { label: 'A' })
  await cycle()
  const write = vi.fn()
  Dexie.on('storagemutated', write)
  await cycle()
  await cycle()
  expect(write).not.toHaveBeenCalled()
  server.write('source', 2, { label: 'B' })
  await cycle()
  expect(write).toHaveBeenCalled()
  Dexie.on('storagemutated').unsubscribe(write)
})
