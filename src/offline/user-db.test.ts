// @vitest-environment jsdom
import { Dexie } from 'dexie'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import type { Trouble } from './connection.ts'
import { deviceId, knownUsers } from './device.ts'
import { isQuotaError, openGuarded } from './guarded-open.ts'
import { nativeVersion } from './raw-open.ts'
import { readStores } from './raw-store.ts'
import {
  closeUserDbs,
  defineUserDb,
  indexOf,
  isKeepable,
  openUserDb,
  userDbName,
  type Kept,
  type UserDb,
} from './user-db.ts'

const open: Dexie[] = []
afterEach(() => {
  for (const db of open.splice(0)) db.close()
})
const keep = <D extends Dexie>(db: D): D => {
  open.push(db)
  return db
}
const openAs = async (userId: number, options?: Parameters<typeof openUserDb>[2]): Promise<UserDb> =>
  keep(await openUserDb(userId, register, options))

const planted = (name: string, version: number, stores: string[]) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.addEventListener('upgradeneeded', () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: 'id' })
    })
    request.addEventListener('success', () => {
      request.result.close()
      resolve()
    })
    request.addEventListener('error', () => reject(request.error ?? new Error()))
  })

test('the stores follow the register: one for all lists, one for each kept module, those for unsent work, and small pictures', async () => {
  const db = await openAs(201)
  const kept = Object.values(register).flatMap(module => (isKeepable(module) && !module.list ? [module.name] : []))
  expect(kept).toContain('customer')
  expect(kept).not.toContain('stockMove')
  expect(db.tables.map(table => table.name).sort()).toEqual(
    ['blobs', 'drafts', 'lists', 'meta', 'outbox', 'pictures', ...kept.map(name => `rec_${name}`)].sort(),
  )
  expect(await knownUsers()).toContainEqual({ userId: 201, unsent: 0, leaving: false })
})

test('a build with one more module finds its store beside the data that was there', async () => {
  const { dealerBranch: _, ...fewer } = register
  const before = await openUserDb(202, fewer)
  await before.meta.put({ key: 'x', value: 1 })
  before.close()
  const after = await openAs(202)
  expect(await after.meta.get('x')).toEqual({ key: 'x', value: 1 })
  expect(await after.table('rec_dealerBranch').count()).toBe(0)
})

test('a build that finds records by their codes finds those that were there before it', async () => {
  const name = userDbName(213)
  const before = keep(new Dexie(name))
  before.version(2).stores({ rec_unit: 'id,g,on,goneAt' })
  const row = { id: 7, serial: 'KWP24-118219' }
  await before.table('rec_unit').put({ id: 7, t: 'unit', v: 1, g: 1, on: 1, row })
  before.close()
  const after = await openAs(213)
  const found = after.table<Kept>('rec_unit').where(indexOf('serial'))
  expect(await found.equalsIgnoreCase('kwp24-118219').toArray()).toMatchObject([{ row }])
  // An earlier build still opens it.
  expect(Math.floor((await nativeVersion(name)) / 10)).toBe(2)
})

test('an old build refuses a newer database and leaves it exactly as it was', async () => {
  const name = userDbName(203)
  await planted(name, 1_000, ['lists', 'somethingNew'])
  await expect(openAs(203)).rejects.toMatchObject({ code: 'clientTooOld' })
  expect(await nativeVersion(name)).toBe(1_000)
  const raw = await new Promise<IDBDatabase>(resolve => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
  })
  expect([...raw.objectStoreNames]).toEqual(['lists', 'somethingNew'])
  raw.close()
})

test('an old build refuses also where the browser cannot list its databases', async () => {
  const name = userDbName(204)
  await planted(name, 1_000, ['lists'])
  const databases = vi.spyOn(indexedDB, 'databases').mockRejectedValue(new Error('unknown'))
  onTestFinished(() => databases.mockRestore())
  await expect(openAs(204)).rejects.toMatchObject({ code: 'clientTooOld' })
  databases.mockRestore()
  expect(await nativeVersion(name)).toBe(1_000)
})

test('a newer build in another tab closes this one for good and says so', async () => {
  const troubles: Trouble[] = []
  const old = await openAs(205, { report: trouble => troubles.push(trouble) })
  const newer = keep(defineUserDb(205, register, 100))
  await newer.open()
  expect(troubles).toEqual(['newVersion'])
  expect(old.isOpen()).toBe(false)
  await expect(old.meta.put({ key: 'x', value: 1 })).rejects.toThrow()
  expect(await newer.meta.get('x')).toBeUndefined()
})

test('a tab that holds the old version open is named, and opening gives up after a while', async () => {
  const holder = await new Promise<IDBDatabase>(resolve => {
    const request = indexedDB.open(userDbName(206), 5)
    request.addEventListener('success', () => resolve(request.result))
  })
  const troubles: Trouble[] = []
  await expect(openAs(206, { report: trouble => troubles.push(trouble), patience: 50 })).rejects.toMatchObject({
    code: 'blocked',
  })
  expect(troubles).toContain('blocked')
  holder.close()
})

test('a browser that loses its database server is asked three times', async () => {
  const db = keep(defineUserDb(207, register))
  const pauses: number[] = []
  let attempts = 0
  const really = db.open.bind(db)
  vi.spyOn(db, 'open').mockImplementation(() => {
    attempts += 1
    if (attempts < 3) return Dexie.Promise.reject(new DOMException('Connection lost', 'UnknownError'))
    return really()
  })
  await openGuarded(db, { report: () => undefined, pause: async ms => void pauses.push(ms) })
  expect(db.isOpen()).toBe(true)
  expect(pauses).toEqual([100, 400])
  const lost = keep(defineUserDb(208, register))
  vi.spyOn(lost, 'open').mockImplementation(() =>
    Dexie.Promise.reject(new DOMException('Connection lost', 'UnknownError')),
  )
  await expect(openGuarded(lost, { report: () => undefined, pause: async () => undefined })).rejects.toMatchObject({
    code: 'noStorage',
  })
})

test('an upgrade that fails leaves everything as it was, for this build and for the page that rescues it', async () => {
  const name = userDbName(212)
  const before = await openAs(212)
  const op = waitingOp({ userId: 212, seq: 1 })
  await before.outbox.put(op)
  await before.drafts.put({ key: 'customer:7', value: { name: 'Typed' }, at: 1 })
  const version = await nativeVersion(name)
  before.close()

  const next = keep(defineUserDb(212, register))
  next
    .version(next.verno + 1)
    .stores({ outbox: '++seq,&mid,lane' })
    .upgrade(async tx => {
      await tx.table('outbox').clear()
      throw new Error('upgrade')
    })
  const pause = () => Promise.resolve()
  await expect(openGuarded(next, { report: () => undefined, pause })).rejects.toMatchObject({ code: 'noStorage' })

  expect(await nativeVersion(name)).toBe(version)
  expect(await readStores(name, ['outbox', 'drafts'])).toEqual({
    outbox: [op],
    drafts: [{ key: 'customer:7', value: { name: 'Typed' }, at: 1 }],
  })
  const after = await openAs(212)
  expect(await after.outbox.where('[open+ord]').equals([1, op.ord]).count()).toBe(1)
})

test('a database that the browser emptied is noticed when it is opened again', async () => {
  const troubles: Trouble[] = []
  const report = (trouble: Trouble) => void troubles.push(trouble)
  const db = await openAs(209, { report })
  db.close()
  const again = await openAs(209, { report })
  again.close()
  expect(troubles).toEqual([])
  await Dexie.delete(userDbName(209))
  await openAs(209, { report })
  expect(troubles).toEqual(['storageLost'])
})

test('a full device is recognised although Dexie hides it in an AbortError', () => {
  const quota = new DOMException('full', 'QuotaExceededError')
  expect(isQuotaError(quota)).toBe(true)
  expect(isQuotaError(new Dexie.AbortError('aborted', quota))).toBe(true)
  expect(isQuotaError(new Error('x', { cause: new Dexie.AbortError('aborted', quota) }))).toBe(true)
  expect(isQuotaError(new Dexie.AbortError('aborted'))).toBe(false)
  expect(isQuotaError(undefined)).toBe(false)
})

test('a sign-out closes every handle of that user in this tab, and no one else’s', async () => {
  const mine = await openAs(210)
  const other = await openAs(211)
  closeUserDbs(210)
  expect([mine.isOpen(), other.isOpen()]).toEqual([false, true])
})

test('the device keeps its name', async () => {
  const [first, second] = await Promise.all([deviceId(), deviceId()])
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)
})
