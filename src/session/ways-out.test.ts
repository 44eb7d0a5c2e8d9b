// @vitest-environment jsdom
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageAnswer } from '#contract/calls/records.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { itemRow } from '../../tests/support/sync-double.ts'
import { lasts } from '../../tests/support/device-session.ts'

const user = {
  avatar: '',
  username: 'planted-0-',
  email: 'planted-1-@example.com',
  permissions: ['100-a'],
  notification_permission: [],
  status_permission: ['all'],
}
const welcome = {
  token: 'planted-2-',
  user,
  userId: 77,
  name: 'Meera planted-3-',
  stage: 'active',
  lasts,
  revocation: 'only-ends-it',
  house: {
    companyName: 'planted-4-',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    helpContact: null,
    lockMinutes: 10,
    country: 'IN',
    warrantyStart: 'delivery' as const,
  },
  actor: { id: 77, permissions: ['100-a'], branch: null, scopes: {}, approves: [], statusPermission: 'all' },
  sealKey: Buffer.alloc(32, 5).toString('base64url'),
}
const somebodyElse = {
  ...welcome,
  token: 'other',
  userId: 78,
  name: 'Ravi',
  sealKey: Buffer.alloc(32, 6).toString('base64url'),
}
const planted = Array.from({ length: 50 }, (_, at) => `planted-${at}-`)

type Answer = () => Response | Promise<Response>
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
let answers: Record<string, Answer>
const asked: string[] = []
const caches = new Map<string, string>()
const replace = vi.fn<(address: string) => void>()
const closing: (() => Promise<void>)[] = []

async function tab() {
  vi.resetModules()
  const session = await import('./session.ts')
  const api = await import('#src/offline/api.ts')
  const device = await import('#src/offline/device.ts')
  const userDb = await import('#src/offline/user-db.ts')
  const lock = await import('./lock.ts')
  const unlock = await import('./unlock.ts')
  const store = await import('./store.ts')
  // What is declared is known by the code that declared it: every tab has both of its own.
  const { register } = await import('#contract/register.ts')
  const stop = session.watchSession()
  closing.push(async () => {
    stop()
    await device.closeDeviceDb()
  })
  return { ...session, ...api, ...device, ...userDb, ...lock, ...unlock, ...store, register }
}
/** Everywhere in an op where somebody's words may stand. */
const wherever = (at: number, word: string): Partial<OutboxOp> =>
  [
    { args: { remark: word } },
    { base: { version: 1, fields: { remark: word } } },
    {
      state: 'conflict' as const,
      problem: { code: 'changed_meanwhile', message: word, fields: { remark: word }, row: { id: at, label: word }, at },
    },
  ][at % 3]!

type Tab = Awaited<ReturnType<typeof tab>>

/** Signs in, and leaves fifty values in every place where this browser keeps something. */
async function work(here: Tab) {
  await here.signIn({ username: 'a', password: 'b' }, () => {})
  const db = await here.openUserDb(77, here.register)
  localStorage.setItem('lastSearch', 'planted-5-')
  sessionStorage.setItem('scroll', 'planted-6-')
  caches.set('runtime', 'planted-7-')
  await db.meta.put({ key: 'queue', value: 'planted-8-' })
  for (const [at, word] of planted.entries()) {
    if (at < 9) continue
    if (at % 4 === 0) await db.lists.put({ id: at, t: 'city', v: 1, g: 1, on: 1, row: itemRow(at, word) })
    else if (at % 4 === 1) await db.drafts.put({ key: `order:${word}`, value: { remark: word }, at })
    else if (at % 4 === 2) {
      const bytes = new TextEncoder().encode(word).buffer
      const file = {
        id: at,
        mid: word,
        module: 'order',
        path: '/order',
        record: 1,
        field: null,
        size: 1,
        hash: word,
        at,
      }
      await db.blobs.put({ hash: word, mime: 'image/webp', bytes, uploads: [{ ...file, name: word }], files: [at] })
    } else await db.outbox.add(waitingOp({ mid: word, lane: `order:${word}`, ...wherever(at, word) }))
  }
  await db.outbox.add(waitingOp({ mid: 'planted-0-done', state: 'done', open: 0, args: { remark: 'planted-1-' } }))
  return db
}

/** Everything this origin keeps, with the bytes as letters. */
async function everything(): Promise<string> {
  const found: string[] = [JSON.stringify(Object.entries(localStorage)), JSON.stringify(Object.entries(sessionStorage))]
  found.push(JSON.stringify([...caches]))
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name!)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error(name)))
    })
    for (const store of db.objectStoreNames)
      for (const what of ['getAll', 'getAllKeys'] as const) {
        const rows = await new Promise<unknown>(resolve => {
          const request = db.transaction(store).objectStore(store)[what]()
          request.addEventListener('success', () => resolve(request.result))
        })
        found.push(
          JSON.stringify(rows, (_, value: unknown) =>
            Object.prototype.toString.call(value) === '[object ArrayBuffer]'
              ? Buffer.from(value as ArrayBuffer).toString('latin1')
              : value,
          ),
        )
      }
    db.close()
  }
  return found.join('\n')
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  answers = {
    '/api/auth/sign-in': () => json(welcome),
    '/api/auth/sign-out': () => json({}),
    '/api/auth/revoke': () => json({}),
    '/api/auth/confirm-password': () => json({ code: 'invalid', message: 'No', requestId: 'r' }, 400),
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    const answer = answers[pathname]
    return answer ? answer() : json({ code: 'not-found', message: 'no', requestId: 'r' }, 404)
  })
  vi.stubGlobal('caches', {
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
  })
  vi.stubGlobal('location', Object.assign(new URL('http://localhost:3000/settings/source-list'), { replace }))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name)
  vi.unstubAllGlobals()
  replace.mockClear()
})

const ended = () => json({ code: 'signed-out', message: 'An administrator ended this session.', requestId: 'r' }, 401)
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

const waysOut: Record<string, (here: Tab) => Promise<unknown>> = {
  'by choice': here => here.signOut(),
  'by choice without a connection': here => {
    answers['/api/auth/sign-out'] = answers['/api/auth/revoke'] = unreachable
    return here.signOut()
  },
  'by choice while the server is broken': here => {
    answers['/api/auth/sign-out'] = () => json({ code: 'broken', message: 'No', requestId: 'r' }, 500)
    return here.signOut()
  },
  'because the server says so': here => {
    answers['/api/list/source'] = ended
    return here.callApi('GET', '/list/source', { as: pageAnswer }).catch(() => {})
  },
  'because another tab signs out': async () => (await tab()).signOut(),
  'because an administrator ended the session while the device was away': async here => {
    answers['/api/sync/pull'] = unreachable
    await here.callApi('GET', '/sync/pull', { as: pageAnswer }).catch(() => {})
    answers['/api/sync/pull'] = ended
    await here.callApi('GET', '/sync/pull', { as: pageAnswer }).catch(() => {})
  },
  'after five wrong passwords at the lock': async here => {
    await here.setSharedDevice(true)
    here.lockNow()
    for (let tries = 0; tries < 5; tries += 1) await here.tryUnlock('wrong')
  },
}

test.each(Object.entries(waysOut))('%s: of fifty values none is left, and the unsent work is', async (_, leave) => {
  const here = await tab()
  const db = await work(here)
  const drafts = await db.drafts.count()
  const unsent = (await db.outbox.where('open').equals(1).count()) + (await db.blobs.count())
  const before = await everything()
  expect(planted.filter(word => !before.includes(word))).toEqual([])

  await leave(here)
  await vi.waitFor(() => expect(replace).toHaveBeenCalled())
  await vi.waitFor(async () => expect(await here.readSession()).toBeNull())
  const after = await everything()
  expect(planted.filter(word => after.includes(word))).toEqual([])
  expect(here.session().signedIn).toBe(false)
  expect(await here.knownUsers()).toEqual([{ userId: 77, unsent, leaving: false, initial: 'M' }])

  // A network that comes back wakes the service worker: it has nobody to send for.
  const { sendInBackground } = await import('#src/offline/outbox/send-in-background.ts')
  asked.length = 0
  expect(await sendInBackground(here.register)).toBe(0)
  expect(asked).toEqual([])

  // Somebody else at the same device gets at nothing of it, and sends nothing of it.
  answers['/api/auth/sign-in'] = () => json(somebodyElse)
  const other = await tab()
  await other.signIn({ username: 'c', password: 'd' }, () => {})
  expect(await (await import('#src/offline/outbox/send-in-background.ts')).sendInBackground(other.register)).toBe(0)
  expect(asked.filter(path => path.includes('/sync/push') || path.includes('/file'))).toEqual([])
  const sealed = await other.openUserDb(77, other.register)
  expect((await sealed.outbox.toArray()).every(row => 'sealed' in row)).toBe(true)
  other.closeUserDb(sealed)
  await other.signOut()
  await vi.waitFor(async () => expect(await other.readSession()).toBeNull())
  answers['/api/auth/sign-in'] = () => json(welcome)

  // The same person again: everything is where it was.
  const again = await tab()
  await again.signIn({ username: 'a', password: 'b' }, () => {})
  const reopened = await again.openUserDb(77, again.register)
  expect(await reopened.drafts.count()).toBe(drafts)
  expect((await reopened.outbox.toArray()).map(({ mid }) => mid)).toEqual(
    planted.filter((_, at) => at >= 9 && at % 4 === 3),
  )
  again.closeUserDb(reopened)
})

test('a sign-out that was cut short is finished by the next start', async () => {
  const here = await tab()
  const db = await work(here)
  here.closeUserDb(db)
  // The browser died right after the token had gone.
  here.dropSession()
  const { tidyUp } = await import('./arrival.ts')
  await tidyUp()
  const after = await everything()
  expect(planted.filter(word => after.includes(word))).toEqual([])
  expect(await here.readSession()).toBeNull()
})
