// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { portal } from '../../tests/support/portal.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import {
  clearSession,
  defineDeviceDb,
  deviceDb,
  knownUsers,
  readSession,
  writeSession,
  type DeviceSession,
} from './device.ts'
import { objectUrl } from './object-urls.ts'
import { countWaiting } from './outbox/count.ts'
import { readStores } from './raw-store.ts'
import { isTheirs, restoreSession } from './restore-session.ts'
import { isSealed, sealKeyFrom } from './seal.ts'
import { giveToken, readToken } from './token.ts'
import { closeUserDbs, openUserDb, userDbName } from './user-db.ts'
import { retryWipes, sendRevocations, signOutHere, toldOfEnd } from './wipe.ts'

let server: SyncDouble
let userId = 600
const cacheNames = new Map<string, Map<string, string>>()

beforeEach(() => {
  server = syncDouble()
  userId += 1
  localStorage.clear()
  sessionStorage.clear()
  cacheNames.clear()
  vi.stubGlobal('caches', {
    keys: async () => [...cacheNames.keys()],
    delete: async (name: string) => cacheNames.delete(name),
  })
})

afterEach(() => vi.unstubAllGlobals())

const session = (planted: string): DeviceSession => ({
  userId,
  name: `${planted} Nair`,
  stage: 'active',
  house: {
    companyName: planted,
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    helpContact: planted,
    lockMinutes: 10,
    country: 'IN',
    warrantyStart: 'delivery' as const,
  },
  keep: true,
  sessionUser: {
    avatar: '',
    username: planted,
    email: `${planted}@example.com`,
    permissions: [],
    notification_permission: [],
    status_permission: [],
  },
  actor: null,
  revocation: `revoke-${userId}`,
})

/** Everything this origin holds, as one text. */
async function dump(): Promise<string> {
  const found: unknown[] = [
    Object.entries(localStorage),
    Object.entries(sessionStorage),
    [...cacheNames].map(([n, c]) => [n, [...c]]),
  ]
  for (const { name, version } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name!, version)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error()))
    })
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown>(resolve => {
        const request = db.transaction(store).objectStore(store).getAll()
        request.addEventListener('success', () => resolve(request.result))
      })
      found.push([name, store, rows])
    }
    db.close()
  }
  return JSON.stringify(found)
}

/** Fifty values of a person, in every place where this browser keeps something. */
async function plant(): Promise<string[]> {
  const values = Array.from({ length: 50 }, (_, i) => `planted-${userId}-${i}-`)
  const next = values[Symbol.iterator]()
  const value = () => next.next().value!
  localStorage.setItem('token', value())
  localStorage.setItem('sessionUser', JSON.stringify({ username: value() }))
  localStorage.setItem('signedIn', 'true')
  localStorage.setItem('lastSearch', value())
  sessionStorage.setItem('scroll', value())
  cacheNames.set('runtime', new Map([['/api/x', value()]]))
  await writeSession(session(value()))
  const db = await openUserDb(userId, register)
  await db.meta.put({ key: 'queue', value: value() })
  await db.table('rec_dealerBranch').put({ id: 1, t: 'dealerBranch', v: 1, g: 1, on: 1, row: { name: value() } })
  await new Promise<void>(resolve => {
    const request = indexedDB.open('some-library', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('s').put(value(), 1))
    request.addEventListener('success', () => {
      request.result.close()
      resolve()
    })
  })
  let id = 100
  for (const label of next) {
    id += 1
    await db.lists.put({ id, t: 'city', v: 1, g: 1, on: 1, row: itemRow(id, label) })
  }
  return values
}

test('of fifty values planted in every store none is left after signing out', async () => {
  const values = await plant()
  localStorage.setItem('theme', '{"mode":"dark"}')
  localStorage.setItem('language', 'en')
  cacheNames.set('workbox-precache-v2-app', new Map([['/index.html', '<html>']]))
  const before = await dump()
  expect(values.filter(value => !before.includes(value))).toEqual([])
  const clearQueries = vi.fn()
  expect(await signOutHere({ userId, revocation: `revoke-${userId}`, clearQueries })).toEqual({ left: [] })
  const after = await dump()
  expect(values.filter(value => after.includes(value))).toEqual([])
  expect(clearQueries).toHaveBeenCalledTimes(1)
  expect(Object.entries(localStorage).toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
    ['language', 'en'],
    ['theme', '{"mode":"dark"}'],
  ])
  expect([...cacheNames.keys()]).toEqual(['workbox-precache-v2-app'])
  expect((await indexedDB.databases()).map(db => db.name)).not.toContain(userDbName(userId))
  expect((await knownUsers()).some(user => user.userId === userId)).toBe(false)
})

test('unsent work stays, everything around it goes', async () => {
  const values = await plant()
  const db = await openUserDb(userId, register)
  await db.outbox.add(waitingOp({ mid: 'unsent-work' }))
  await db.drafts.put({ key: 'source:new', value: 'half', at: 1 })
  expect(await signOutHere({ userId })).toEqual({ left: [] })
  const after = await dump()
  expect(values.filter(value => after.includes(value))).toEqual([])
  const again = await openUserDb(userId, register, { report: trouble => expect.fail(trouble) })
  expect((await again.outbox.toArray()).map(op => op.mid)).toEqual(['unsent-work'])
  expect(await again.drafts.count()).toBe(1)
  expect(await knownUsers()).toContainEqual({ userId, unsent: 1, leaving: false })
  again.close()
})

describe('how much waits is said as it was on the way out', () => {
  /** A change that was corrected, and a photo that the server has already: neither waits beside the correction. */
  async function leave(sealed: boolean): Promise<{ told: number; rows: number }> {
    const sealKey = sealed ? (await sealKeyFrom(Buffer.alloc(32, 3).toString('base64url')))! : undefined
    await writeSession({ ...session('planted'), ...(sealKey && { sealKey }) })
    const db = await openUserDb(userId, register)
    await db.outbox.bulkAdd([
      waitingOp({ mid: 'before', state: 'superseded', open: 0, endedAt: 1 }),
      waitingOp({ mid: 'corrected', supersedes: 'before' }),
    ])
    const photo = (hash: string) => ({ hash, mime: 'image/webp', bytes: new ArrayBuffer(1) })
    await db.blobs.bulkAdd([
      { ...photo('sent'), files: [0, 8] },
      { ...photo('waits'), files: [9] },
    ])
    const told = await countWaiting(db)
    await signOutHere({ userId })
    const stores = await readStores(userDbName(userId), ['outbox', 'blobs'])
    return { told, rows: Object.values(stores ?? {}).flat().length }
  }
  const said = async () => (await knownUsers()).find(user => user.userId === userId)?.unsent

  test.each([false, true])('sealed: %s', async sealed => {
    const { told, rows } = await leave(sealed)
    expect([told, rows, await said()]).toEqual([2, 4, 2])
  })

  test('also where that is finished at the next start, by when all of it is sealed', async () => {
    const { told } = await leave(true)
    const users = (await deviceDb()).users
    await users.update(userId, { leaving: true })
    await retryWipes()
    expect(await said()).toBe(told)
    // What its owner cannot open any more is not forgotten with the next sign-out.
    await writeSession(session('planted'))
    const db = await openUserDb(userId, register)
    await db.outbox.add(waitingOp({ mid: 'new' }))
    await signOutHere({ userId })
    expect(await said()).toBeGreaterThan(told)
  })
})

test('another user’s database is not touched', async () => {
  const other = await openUserDb(userId + 5_000, register)
  await other.lists.put({ id: 1, t: 'city', v: 1, g: 1, on: 1, row: itemRow(1) })
  await plant()
  await signOutHere({ userId })
  expect(await other.lists.count()).toBe(1)
  other.close()
})

test('where another tab does not let go, the rows are gone at once and the rest at the next start', async () => {
  const values = await plant()
  const frozen = await new Promise<IDBDatabase>(resolve => {
    const request = indexedDB.open(userDbName(userId))
    request.addEventListener('success', () => resolve(request.result))
  })
  expect(await signOutHere({ userId, patience: 30 })).toEqual({ left: [userDbName(userId)] })
  expect(await knownUsers()).toContainEqual({ userId, unsent: 0, leaving: true, initial: 'P' })
  const rows = frozen.transaction('lists').objectStore('lists').count()
  expect(await new Promise(resolve => rows.addEventListener('success', () => resolve(rows.result)))).toBe(0)
  frozen.close()
  await retryWipes()
  const after = await dump()
  expect(values.filter(value => after.includes(value))).toEqual([])
  expect((await knownUsers()).some(user => user.userId === userId)).toBe(false)
})

describe('whose session goes with a sign-out that takes long', () => {
  /** Somebody signs in in another tab while the sign-out is under way. */
  function arrive(theirs: DeviceSession) {
    const keys = vi.fn(async (): Promise<string[]> => [])
    keys.mockImplementationOnce(async () => {
      await writeSession(theirs)
      localStorage.setItem('token', theirs.token!)
      return []
    })
    vi.stubGlobal('caches', { keys })
  }

  test.each([
    ['somebody else', 1],
    ['the same person', 0],
  ])('not that of %s who has signed in meanwhile', async (_, more) => {
    await writeSession({ ...session('planted'), token: 'ended' })
    const theirs = { ...session('theirs'), userId: userId + more, token: 'new', revocation: 'revoke-new' }
    arrive(theirs)
    await signOutHere({ userId, revocation: `revoke-${userId}` })
    expect(await readSession()).toEqual(theirs)
    expect(localStorage.getItem('token')).toBe('new')
  })

  test('where the device did not know whose it was, that which was there before', async () => {
    await writeSession({ ...session('planted'), token: 'ended' })
    await signOutHere({ userId: null })
    expect(await readSession()).toBeNull()
    arrive({ ...session('theirs'), token: 'new' })
    await signOutHere({ userId: null })
    expect(await readSession()).toMatchObject({ token: 'new' })
    await clearSession()
  })
})

test('a sign-out without connection keeps only the handle that can end the session, and sends it at the next start', async () => {
  await plant()
  server.state.network = 'refuse'
  await signOutHere({ userId, revocation: `revoke-${userId}` })
  await vi.waitFor(() => expect(server.state.requests).toContain('POST /auth/revoke'))
  const device = await deviceDb()
  expect(await device.revocations.toArray()).toEqual([{ handle: `revoke-${userId}` }])
  expect(await readSession()).toBeNull()
  server.state.network = 'up'
  const sent: unknown[] = []
  server.fetch.mockImplementation(async request => {
    sent.push([request.headers.get('Authorization'), await request.json()])
    return Response.json({})
  })
  await sendRevocations()
  expect(sent).toEqual([[null, { revocation: `revoke-${userId}` }]])
  expect(await device.revocations.count()).toBe(0)
})

test.each(portal)(
  '%s of a portal ends no session: the handle is kept, and sent once the server is there',
  async (_, reply) => {
    server.fetch.mockImplementation(async () => reply())
    await signOutHere({ userId, revocation: `revoke-${userId}` })
    await toldOfEnd()
    const device = await deviceDb()
    expect(await device.revocations.toArray()).toEqual([{ handle: `revoke-${userId}` }])
    server.fetch.mockImplementation(async () => Response.json({}))
    await sendRevocations()
    expect(await device.revocations.count()).toBe(0)
  },
)

describe('what is opening while somebody signs out', () => {
  const sealKey = () => sealKeyFrom(Buffer.alloc(32, 3).toString('base64url'))
  const begin = async () => {
    await writeSession({ ...session('planted'), token: 'secret', sealKey: (await sealKey())! })
    localStorage.setItem('token', 'secret')
  }
  const rows = async () => (await readStores(userDbName(userId), ['outbox']))?.outbox ?? []
  /** What waits since an earlier sign-out, and its person is back. */
  const comeBack = async () => {
    await begin()
    const db = await openUserDb(userId, register)
    for (let seq = 1; seq <= 5; seq += 1) await db.outbox.put(waitingOp({ userId, seq, id: seq }))
    await signOutHere({ userId })
    expect((await rows()).every(isSealed)).toBe(true)
    await begin()
  }

  test('finds neither the token nor the key from the first moment on, and who finishes it finds the key', async () => {
    await begin()
    const db = await openUserDb(userId, register)
    await db.outbox.put(waitingOp({ userId }))
    let seen: Promise<unknown[]> | undefined
    const clearQueries = () => void (seen = Promise.all([readSession(), knownUsers()]))
    await signOutHere({ userId, clearQueries })
    const [left, users] = (await seen)!
    expect(left).toMatchObject({ userId })
    expect(left).not.toHaveProperty('token')
    expect(left).not.toHaveProperty('sealKey')
    expect(users).toContainEqual(expect.objectContaining({ userId, leaving: true, sealKey: expect.anything() }))
    expect((await rows()).map(isSealed)).toEqual([true])
  })

  test('is closed with the rest, and leaves sealed what was sealed', async () => {
    await comeBack()
    const opening = openUserDb(userId, register)
    closeUserDbs(userId)
    await expect(opening).rejects.toMatchObject({ code: 'noStorage' })
    expect((await rows()).every(isSealed)).toBe(true)
  })

  test.each([0, 1, 2, 4, 8, 16, 32])('whenever it began (%i ms): nothing is unsealed by it in the end', async ms => {
    await comeBack()
    const opening = openUserDb(userId, register).catch(() => null)
    await new Promise(resolve => setTimeout(resolve, ms))
    await signOutHere({ userId, patience: 50 })
    const opened = await opening
    expect(opened?.isOpen() ?? false).toBe(false)
    expect([(await rows()).length, (await rows()).every(isSealed)]).toEqual([5, true])
    expect(await readSession()).toBeNull()
  })

  test('does not take the key from who has to finish it', async () => {
    await begin()
    await (await deviceDb()).users.put({ userId, unsent: 1, leaving: true, sealKey: (await sealKey())! })
    const { sealKey: _, ...left } = (await readSession())!
    await writeSession(left)
    await openUserDb(userId, register)
    expect(await knownUsers()).toContainEqual(expect.objectContaining({ userId, sealKey: expect.anything() }))
    // Who has come back is at work again.
    await begin()
    await openUserDb(userId, register)
    expect(await knownUsers()).toContainEqual({ userId, unsent: 0, leaving: false })
  })

  test('a service worker does not bring the session back, nor send for who is leaving', async () => {
    await begin()
    const db = await openUserDb(userId, register)
    server.state.routes['GET /auth/me'] = () => ({ ...session('planted'), user: {}, sealKey: '' })
    vi.stubGlobal('localStorage', undefined)
    giveToken('secret')
    expect(await isTheirs(db)).toBe(true)
    const { token: _, ...leaving } = (await readSession())!
    await writeSession(leaving)
    expect(await isTheirs(db)).toBe(false)
    await clearSession()
    expect([await restoreSession(), await isTheirs(db), await readSession()]).toEqual([null, false, null])
    expect(server.state.requests).toEqual([])
    giveToken(null)
  })

  test('a service worker takes a token that its person renewed, and none of who has the device next', async () => {
    onTestFinished(() => giveToken(null))
    await begin()
    const db = await openUserDb(userId, register)
    vi.stubGlobal('localStorage', undefined)
    giveToken('secret')
    await writeSession({ ...session('planted'), token: 'renewed' })
    expect([await isTheirs(db), readToken()]).toEqual([true, 'renewed'])
    await writeSession({ ...session('next'), userId: userId + 1, token: 'of-the-next' })
    expect([await isTheirs(db), readToken()]).toEqual([false, 'renewed'])
  })
})

test('the addresses of photos end with the session', async () => {
  const revoked: string[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: (url: string) => revoked.push(url) }),
  )
  objectUrl(new Blob(['x']))
  await signOutHere({ userId })
  expect(revoked).toEqual(['blob:photo'])
})

test('the device database itself is no place for a token', async () => {
  localStorage.setItem('token', 'secret-token')
  await writeSession(session('someone'))
  expect(await dump().then(text => text.split('secret-token').length)).toBe(2)
  expect(defineDeviceDb().tables.map(table => table.name)).toEqual(['entries', 'users', 'revocations'])
})
