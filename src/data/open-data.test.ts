// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { markConnection, readConnection } from '#src/offline/connection.ts'
import { writeSession } from '#src/offline/device.ts'
import { isQuotaError } from '#src/offline/guarded-open.ts'
import { makeReady } from '#src/offline/make-ready.ts'
import { defineUserDb, userDbName } from '#src/offline/user-db.ts'
import { signOutHere } from '#src/offline/wipe.ts'
import { forceCloseDatabase } from 'fake-indexeddb'
import { deviceSession } from '../../tests/support/device-session.ts'
import { failing } from '../../tests/support/faulty-stores.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { doesNotOpen, plantWaiting, writtenByNewer } from '../../tests/support/shut-store.ts'
import { openData, type OpenData } from './open-data.ts'

let server: SyncDouble
let userId = 900
const opened: OpenData[] = []

beforeEach(() => {
  server = syncDouble()
  userId += 1
})
afterEach(() => {
  for (const data of opened.splice(0)) data.close()
})

const start = async () => {
  const onBroken = vi.fn()
  const data = await openData({
    userId,
    register,
    signal: new AbortController().signal,
    onChanged: () => undefined,
    onBroken,
  })
  opened.push(data)
  await data.pullNow()
  return { data, onBroken }
}
const pulls = () => server.state.requests.filter(request => request.includes('/sync/')).length
const wake = async () => {
  window.dispatchEvent(new Event('focus'))
  await new Promise(resolve => setTimeout(resolve, 50))
}

test('after a sign-out nothing opens the database again, and nobody asks the server any more', async () => {
  const { data, onBroken } = await start()
  expect(await signOutHere({ userId })).toEqual({ left: [] })
  const before = pulls()
  await wake()
  await data.pullNow()
  expect(onBroken).not.toHaveBeenCalled()
  expect(pulls()).toBe(before)
  expect((await indexedDB.databases()).map(db => db.name)).not.toContain(userDbName(userId))
})

test('for a newer build this tab lets go, says so and does not come back', async () => {
  const { onBroken } = await start()
  const newer = defineUserDb(userId, register, 3)
  await newer.open()
  const before = pulls()
  await wake()
  expect(readConnection().trouble).toBe('newVersion')
  expect(onBroken).not.toHaveBeenCalled()
  expect(pulls()).toBe(before)
  newer.close()
})

test('a store that the browser takes away under the page is opened again', async () => {
  const { data, onBroken } = await start()
  forceCloseDatabase(data.db!.backendDB() as never)
  await vi.waitFor(() => expect(onBroken).toHaveBeenCalledTimes(1))
})

describe('a store that is there and does not open is not taken for a browser that keeps nothing', () => {
  afterEach(() => void vi.restoreAllMocks())
  const counted = (count: number | null) =>
    vi.waitFor(() => expect(readConnection().shut?.unsent).toMatchObject({ known: count !== null, count: count ?? 0 }))

  test('one that a newer build has written: what waits in it is counted', async () => {
    await plantWaiting(userId, 7)
    await writtenByNewer(userId)
    const { data } = await start()
    expect([data.db, readConnection().shut?.why, readConnection().trouble]).toEqual([
      null,
      'clientTooOld',
      'clientTooOld',
    ])
    await counted(7)
  })

  test('one that the browser fails to open three times', async () => {
    await plantWaiting(userId, 2)
    doesNotOpen(userId)
    const { data } = await start()
    expect([data.db, readConnection().shut?.why, readConnection().trouble]).toEqual([
      null,
      'storageShut',
      'storageShut',
    ])
    await counted(null)
  })

  test('where there never was one, nothing is said of any', async () => {
    doesNotOpen(userId)
    const { data } = await start()
    expect([data.db, readConnection().shut?.why, readConnection().trouble]).toEqual([null, undefined, 'noStorage'])
  })
})

test('two blocks of record numbers are in hand once the device is up to date', async () => {
  await start()
  await vi.waitFor(() =>
    expect(server.state.requests.filter(request => request === 'POST /sync/lease')).toHaveLength(2),
  )
})

describe('on a full device', () => {
  const full = () => new DOMException('full', 'QuotaExceededError')
  const numbersLie = ({ data: { db } }: { data: OpenData }) =>
    vi.waitFor(async () => expect((await db!.meta.get('ids'))?.value).toHaveLength(2))
  afterEach(() => void vi.restoreAllMocks())

  test.each([
    ['a record number', (data: OpenData) => data.sender.ids.nextId()],
    ['what was asked', (data: OpenData) => data.sender.meta('asked', 0, () => ({ value: 1, result: 1 }))],
  ])('room is made for %s', async (_, keep) => {
    const opened = await start()
    await numbersLie(opened)
    const { db } = opened.data
    await db!.meta.put({ key: 'ballast', value: new ArrayBuffer(1) })
    failing('meta', 'put', full(), 2)
    expect(await keep(opened.data)).toBeGreaterThan(0)
    expect(await db!.meta.get('ballast')).toBeUndefined()
  })

  test('room is made for the numbers of a device that is made ready', async () => {
    const opened = await start()
    await numbersLie(opened)
    const db = opened.data.db!
    await db.meta.delete('ids')
    await db.meta.put({ key: 'ballast', value: new ArrayBuffer(1) })
    failing('meta', 'put', full(), 2)
    const { signal } = new AbortController()
    const making = { db, register, userId, signal, pull: () => new Error('off'), onProgress: () => undefined }
    await expect(makeReady(making)).rejects.toThrow('off')
    expect((await db.meta.get('ids'))?.value).toHaveLength(2)
    expect(await db.meta.get('ballast')).toBeUndefined()
  })

  test('nothing goes for numbers that nobody waits for, until somebody does', async () => {
    const opened = await start()
    await numbersLie(opened)
    const { db, sender, pullNow } = opened.data
    await db!.meta.delete('ids')
    await db!.meta.put({ key: 'ballast', value: new ArrayBuffer(1) })
    const leases = () => server.state.requests.filter(request => request === 'POST /sync/lease').length
    const before = leases()
    const put = IDBObjectStore.prototype.put
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'meta' && (args[0] as { key: string }).key === 'ids' && isFull) throw full()
      return put.apply(this, args)
    })
    let isFull = true
    await pullNow()
    await vi.waitFor(() => expect(leases()).toBe(before + 1))
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await db!.meta.get('ballast')).toBeDefined()
    const later = sender.ids.refill()
    const waited = sender.ids.nextId()
    await expect(later).rejects.toSatisfy(isQuotaError)
    isFull = false
    expect(await waited).toBeGreaterThan(0)
  })

  test.each(['another', 'the first'])('that has no room even for %s number it is said', async which => {
    const opened = await start()
    await numbersLie(opened)
    const { data } = opened
    if (which === 'the first') await data.db!.meta.delete('ids')
    failing('meta', 'put', full())
    await expect(data.sender.ids.nextId()).rejects.toSatisfy(isQuotaError)
    expect(readConnection().trouble).toBe('storageFull')
  })
})

test('on a device that knows nothing, what waits does not wait for the end of a long first pull; all else does', async () => {
  const db = defineUserDb(userId, register)
  await db.open()
  await db.outbox.put(waitingOp({ userId, seq: 1, id: 1, lane: 'source:1', prevMid: null }))
  db.close()
  await writeSession(deviceSession(userId))
  markConnection({ lastSyncAt: null })
  let arrive = () => {}
  server.state.slow = new Promise<void>(resolve => (arrive = resolve))
  const data = await openData({
    userId,
    register,
    signal: new AbortController().signal,
    onChanged: () => undefined,
    onBroken: () => undefined,
  })
  opened.push(data)
  await vi.waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  const isAsked = () => server.state.requests.includes('POST /live/ticket')
  await new Promise(resolve => setTimeout(resolve, 1_500))
  expect(isAsked()).toBe(false)
  arrive()
  await vi.waitFor(() => expect(isAsked()).toBe(true))
})

test('numbers for what is added offline do not wait for the end of a long first pull', async () => {
  await writeSession(deviceSession(userId))
  for (const id of [1, 2, 3]) server.write('source', id, {})
  server.state.pageSize = 2
  const answer = server.fetch.getMockImplementation()!
  // The connection breaks while the second page is on its way.
  let isBroken = () => {}
  const broken = new Promise<void>(resolve => (isBroken = resolve))
  server.fetch.mockImplementation(async request => {
    if (request.url.includes('after=')) await broken
    return answer(request)
  })
  const data = await openData({
    userId,
    register,
    signal: new AbortController().signal,
    onChanged: () => undefined,
    onBroken: () => undefined,
  })
  opened.push(data)
  await vi.waitFor(async () => expect((await data.db!.meta.get('ids'))?.value).toHaveLength(2), 5_000)
  server.state.network = 'refuse'
  isBroken()
  await data.pullNow()
  expect(await data.sender.ids.nextId()).toBeGreaterThan(0)
})

const isAway = () =>
  vi.fn(() => {
    throw new Error('The network is away')
  })

test('live updates whose part of the app did not come are asked for again when the server answers', async () => {
  await writeSession(deviceSession(userId))
  const away = isAway()
  vi.doMock('#src/offline/live.ts', away)
  const { data } = await start()
  await vi.waitFor(() => expect(away).toHaveBeenCalled())
  expect(server.state.requests).not.toContain('POST /live/ticket')
  vi.doUnmock('#src/offline/live.ts')
  await data.pullNow()
  await vi.waitFor(() => expect(server.state.requests).toContain('POST /live/ticket'))
})

test('what waits goes when the server answers, also where the part of the app that sends did not come at first', async () => {
  await writeSession(deviceSession(userId))
  const away = isAway()
  vi.doMock('./start-outbox.ts', away)
  const { data } = await start()
  await vi.waitFor(() => expect(away).toHaveBeenCalled())
  vi.doUnmock('./start-outbox.ts')
  await data.db!.outbox.put(waitingOp({ userId, seq: 1, id: 1, lane: 'source:1', prevMid: null }))
  await data.pullNow()
  await vi.waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
})
