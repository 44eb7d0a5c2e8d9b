// @vitest-environment jsdom
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { PushInput, PushResult } from '#contract/calls/push.ts'
import { register } from '#contract/register.ts'
import { tellTabs } from '#src/offline/channel.ts'
import { clearSession, noteUser, writeSession } from '#src/offline/device.ts'
import { exportOf } from '#src/offline/outbox/export-format.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { sealStores } from '#src/offline/raw-store.ts'
import { sealKeyFrom } from '#src/offline/seal.ts'
import { defineUserDb, userDbName, type UserDb } from '#src/offline/user-db.ts'
import { deviceSession, meAnswer } from '../../tests/support/device-session.ts'
import { portal } from '../../tests/support/portal.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { sendUnsent } from './send.ts'
import { findUnsent, letOut, type Unsent } from './unsent.ts'

let userId = 8_800
let db: UserDb
beforeEach(async () => {
  userId += 1
  db = defineUserDb(userId, register)
  await db.open()
})
afterEach(() => {
  db.close()
  vi.unstubAllGlobals()
})

const queueId = crypto.randomUUID()
const deviceId = crypto.randomUUID()
const op = (seq: number, more: Partial<OutboxOp> = {}): OutboxOp =>
  waitingOp({
    op: 'customer.change',
    id: seq,
    base: { version: 1, fields: { name: 'A' } },
    args: { name: 'B' },
    seq,
    userId,
    queueId,
    deviceId,
    lane: `customer:${more.id ?? seq}`,
    ...more,
  })
const done = { state: 'done', open: 0, endedAt: 1 } as const
const found = async (): Promise<Unsent> => (await findUnsent()).find(unsent => unsent.userId === userId)!

test('everything that was not sent is found and put into a file, in the order of the queue', async () => {
  const [first, second, last] = [op(1), op(2, { ord: 5 }), op(3)]
  await db.outbox.bulkPut([first, second, last, op(4, done)])
  await db.blobs.put({ hash: 'abc', mime: 'image/png', bytes: new Uint8Array([1, 2, 255]).buffer })
  await db.drafts.put({ key: 'customer:7#x', value: { values: { name: 'Half' } }, at: 9 })
  await db.meta.put({ key: 'outbox', value: { id: queueId, last: 4, epoch: null } })
  const unsent = await found()
  expect(unsent).toMatchObject({ sealed: 0, unreadable: [], queue: { id: queueId, last: 4 } })
  const made = exportOf(unsent, new Date(0))
  expect(JSON.parse(JSON.stringify(made))).toEqual({
    format: 'caredesk-unsent',
    version: 1,
    origin: location.origin,
    userId,
    exportedAt: '1970-01-01T00:00:00.000Z',
    ops: [first, last, second],
    blobs: [{ hash: 'abc', mime: 'image/png', base64: 'AQL/' }],
    drafts: [{ key: 'customer:7#x', value: { values: { name: 'Half' } }, at: 9 }],
  })
})

test('what leaves counts as sent, so that the app does not take it back by itself', async () => {
  await db.outbox.bulkPut([op(1), op(2, done)])
  await letOut(userId)
  expect((await db.outbox.toArray()).map(({ sentOnce }) => sentOnce)).toEqual([true, false])
})

test('what is sealed is counted and never read', async () => {
  await db.outbox.bulkPut([op(1), op(2)])
  const key = await sealKeyFrom(btoa(String.fromCodePoint(...new Uint8Array(32))))
  await sealStores(userDbName(userId), ['outbox'], key!)
  expect(await found()).toMatchObject({ ops: [], sealed: 2 })
})

test.each([
  [13, 'read', { ops: [{ seq: 1 }], sealed: 0, leaving: false }],
  [15, 'sealed, and not read', { ops: [], sealed: 1, leaving: true }],
])('%i days after the last word of the server what was not sent is %s', async (days, _, expected) => {
  const key = await sealKeyFrom(btoa(String.fromCodePoint(...new Uint8Array(32))))
  await writeSession({ ...deviceSession(userId), sealKey: key! })
  onTestFinished(() => clearSession())
  await db.outbox.put(op(1))
  const syncedAt = new Date(Date.now() - days * 86_400_000).toISOString()
  await db.meta.put({ key: 'cursor', value: { syncedAt } })
  expect(await found()).toMatchObject(expected)
})

test('after that, where nothing can seal it, it is nobody’s to read all the same', async () => {
  await db.outbox.put(op(1))
  await db.meta.put({ key: 'cursor', value: { syncedAt: '2020-01-01T00:00:00.000Z' } })
  expect(await found()).toMatchObject({ leaving: true })
})

test('where an upgrade of the database throws, it stays as it was and gives up what is in it', async () => {
  await db.outbox.bulkPut([op(1), op(2)])
  db.close()
  const broken = new Dexie(userDbName(userId))
  broken.version(1).stores({ outbox: '++seq' })
  broken
    .version(99)
    .stores({ outbox: '++seq,mid' })
    .upgrade(() => {
      throw new Error('a mistake of ours')
    })
  await expect(broken.open()).rejects.toThrow('a mistake of ours')
  broken.close()
  const unsent = await found()
  expect(exportOf(unsent).ops.map(({ seq }) => seq)).toEqual([1, 2])
  await db.open()
  expect(await db.outbox.count()).toBe(2)
})

test('the database of a newer build, with stores that nobody here knows, gives up what is in it too', async () => {
  await db.outbox.put(op(1))
  db.close()
  const newer = new Dexie(userDbName(userId))
  newer
    .version(99)
    .stores({ ...Object.fromEntries(db.tables.map(({ name }) => [name, null])), outbox: '++seq', next: 'id' })
  await newer.open().catch(() => undefined)
  newer.close()
  expect((await found()).ops).toHaveLength(1)
})

type Answering = (op: PushInput['ops'][number]) => Partial<PushResult>
/** A server that answers so; what it was sent. */
function server(answering: Answering, me = userId) {
  const pushed: PushInput[] = []
  const epoch = crypto.randomUUID()
  const serve = vi.fn(async (url: string, { body }: { body: string }) => {
    if (url.endsWith('/auth/me')) return Response.json(meAnswer(me))
    const input = JSON.parse(body) as PushInput
    pushed.push(input)
    // What was said to another life is judged by nobody.
    if (input.epoch !== null && input.epoch !== epoch)
      return Response.json({ epoch, serverTime: new Date().toISOString(), results: [] })
    const stopped = new Set<string>()
    const results = input.ops.map(op => {
      const mid = 'cancel' in op ? op.cancel : op.mid
      const result = stopped.has(op.lane) ? { status: 'blocked' as const } : answering(op)
      if (!['applied', 'replayed', 'cancelled'].includes(result.status!)) stopped.add(op.lane)
      return { mid, ...result }
    })
    return Response.json({ epoch, serverTime: new Date().toISOString(), results })
  })
  vi.stubGlobal('fetch', serve)
  return pushed
}
const states = new Map<string, string>()
const take = (ops: readonly OutboxOp[]) => {
  for (const { mid, state } of ops) states.set(mid, state)
}

test('changes go in the order of the queue, lane by lane, and the database stays as it was', async () => {
  const ops = [
    op(1),
    op(2, { id: 1, lane: 'customer:1' }),
    op(3),
    op(4, { id: 3, lane: 'customer:3' }),
    op(5, { state: 'conflict' }),
    op(6, { id: 5, lane: 'customer:5' }),
    op(7, { state: 'cancelling', sentOnce: true }),
  ]
  await db.outbox.bulkPut(ops)
  const pushed = server(sent =>
    'cancel' in sent
      ? { status: 'cancelled' }
      : sent.id === 3
        ? { status: 'rejected', code: 'invalid', message: 'No' }
        : { status: 'applied' },
  )
  expect(await sendUnsent(await found(), 'token', take)).toBeNull()
  expect(pushed.map(({ ops }) => ops.map(op => ('cancel' in op ? -1 : op.queueSeq)))).toEqual([[1, 2, 3, 4, -1]])
  expect(pushed[0]).toMatchObject({ queueId, deviceId, acknowledged: 0 })
  expect(ops.map(({ mid }) => states.get(mid))).toEqual([
    'done',
    'done',
    'rejected',
    'pending',
    undefined,
    undefined,
    'discarded',
  ])
  expect(await db.outbox.orderBy('seq').toArray()).toEqual(ops)
})

test('a change that names a photo announces it, so that the server takes it', async () => {
  const upload = { id: 70, mid: crypto.randomUUID(), module: 'customer', path: '/customer', record: null, at: 1 }
  const file = { ...upload, field: 'image', name: 'a.jpg', size: 3, hash: 'abc' }
  const other = { ...file, id: 71, field: null }
  const bytes = new Uint8Array([1, 2, 255]).buffer
  await db.blobs.put({ hash: 'abc', mime: 'image/jpeg', bytes, uploads: [file, other], files: [70, 71] })
  await db.outbox.bulkPut([op(1, { args: { image: [70], manual: 71 } }), op(2)])
  const pushed = server(() => ({ status: 'applied' }))
  expect(await sendUnsent(await found(), 'token', take)).toBeNull()
  const { id, mid, name, size, hash, field } = file
  expect(pushed[0]!.ops.map(sent => ('files' in sent ? sent.files : undefined))).toEqual([
    [{ id, device: deviceId, mid, name, size, hash, field }],
    undefined,
  ])
})

test.each([
  ['its own person', 0, false, true],
  ['nobody', null, false, true],
  ['somebody else', 1, false, false],
  ['nobody, and its person has left,', null, true, false],
])(
  'what is not sealed is for its own person, or for whoever comes first: %s is signed in',
  async (_, other, leaving, can) => {
    await db.outbox.put(op(1))
    await noteUser({ userId, unsent: 1, leaving })
    await (other === null ? clearSession() : writeSession(deviceSession(userId + other)))
    document.body.innerHTML = '<main></main>'
    vi.resetModules()
    await import('./rescue.ts')
    const card = () => document.querySelector(`[data-user="${userId}"]`)!
    await vi.waitFor(() => expect(card()).not.toBeNull())
    const [save] = [...card().querySelectorAll('button')].map(button => button.textContent)
    expect([save, card().querySelectorAll('[data-mid]').length]).toEqual(can ? ['Save as a file', 1] : [undefined, 0])
    expect(card().textContent.includes('Somebody else is signed in here.')).toBe(!can)
    expect(card().querySelector('[data-fact=changes] dd')!.textContent).toBe('1')
  },
)

/** The page as it is opened in a browser; answers the card of this person. */
async function openPage() {
  document.body.innerHTML = '<main></main>'
  vi.resetModules()
  await import('./rescue.ts')
  const card = () => document.querySelector(`[data-user="${userId}"]`)!
  await vi.waitFor(() => expect(card()).not.toBeNull())
  const press = (name: string) => [...card().querySelectorAll('button')].find(one => one.textContent === name)!.click()
  return { card, press }
}

const [PHOTOS, PHOTO] = [4, 30_000]
test('what leaves is what lies there by then, and not what was there when the page was opened', async () => {
  const [discarded, kept] = [op(1), op(2)]
  await db.outbox.bulkPut([discarded, kept])
  const upload = { mid: 'm', module: 'part', path: '/part', field: null, name: 'a', size: 1, hash: 'h', at: 1 }
  const uploads = [8, 9].map(record => ({ ...upload, id: record, record }))
  await db.blobs.put({ hash: 'h', mime: 'image/jpeg', bytes: new ArrayBuffer(1), uploads, files: [8, 9] })
  for (let n = 0; n < PHOTOS; n += 1)
    await db.blobs.put({ hash: `photo ${n}`, mime: 'image/jpeg', bytes: new ArrayBuffer(PHOTO) })
  await writeSession(deviceSession(userId))
  localStorage.setItem('token', 'token')
  const pushed = server(() => ({ status: 'applied' }))
  const { card, press } = await openPage()
  const changes = () => card().querySelector('[data-fact=changes] dd')!.textContent
  expect([changes(), card().querySelectorAll('[data-mid]').length]).toEqual(['2', 2])
  expect(card().querySelector('[data-fact=files] dd')!.textContent).toBe(String(2 + PHOTOS))
  // The app in another tab.
  await db.outbox.put({ ...discarded, state: 'discarded', open: 0, endedAt: 1 })
  let saved: Blob | undefined
  URL.createObjectURL = made => {
    saved = made as Blob
    return 'blob:made'
  }
  const texts = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => texts.mockRestore())
  press('Save as a file')
  await vi.waitFor(() => expect(saved).toBeDefined())
  // All photos of a day are more than a browser takes as one text.
  const longest = Math.max(...texts.mock.results.map(({ value }) => (value as string | undefined)?.length ?? 0))
  texts.mockRestore()
  expect(saved!.size).toBeGreaterThan(PHOTOS * PHOTO)
  expect(longest).toBeLessThan(2 * PHOTO)
  const { ops } = JSON.parse(await saved!.text()) as { ops: OutboxOp[] }
  expect(ops.map(({ mid, sentOnce }) => [mid, sentOnce])).toEqual([[kept.mid, true]])
  expect([changes(), card().querySelectorAll('[data-mid]').length]).toEqual(['1', 1])
  press('Send the changes now')
  await vi.waitFor(() => expect(card().querySelector('.said')!.textContent).toMatch(/^1 of 1 changes are with/))
  expect(pushed.flatMap(({ ops }) => ops).map(sent => 'mid' in sent && sent.mid)).toEqual([kept.mid])
  expect(card().querySelector('[data-mid] td:last-child')!.textContent).toBe('Sent')
  await db.outbox.put({ ...kept, state: 'done', open: 0, endedAt: 1 })
  press('Send the changes now')
  await vi.waitFor(() => expect(card().querySelector('.said')!.textContent).toBe('No change waits here any more.'))
  expect([changes(), pushed.length]).toEqual(['0', 1])
})

const toldOf = (key: string | null) => () => window.dispatchEvent(new StorageEvent('storage', { key }))
const backFromMemory = () =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true } satisfies Partial<PageTransitionEvent>))
const lock = async () => localStorage.setItem('locked', '1')
const leave = async () => {
  localStorage.removeItem('token')
  await noteUser({ userId, unsent: 1, leaving: true, initial: 'A' })
  await clearSession()
}
/** The token goes first, and the page is drawn anew before anything else is so. */
const leaveInSteps = async () => {
  localStorage.removeItem('token')
  toldOf('token')()
  await vi.waitFor(() => expect(document.querySelector(`[data-user="${userId}"]`)).not.toBeNull())
  await leave()
}
test.each([
  ['the lock', lock, toldOf('locked')],
  ['a sign-out', leaveInSteps, () => tellTabs({ kind: 'closeStores', userId })],
  ['a browser that was emptied', leave, toldOf(null)],
  ['a lock that it slept through', lock, backFromMemory],
])('a page that stays open shows nothing any more after %s in another tab', async (_, happens, tell) => {
  onTestFinished(() => localStorage.clear())
  await db.outbox.put(op(1))
  await writeSession(deviceSession(userId))
  const { card } = await openPage()
  const shown = () => [card().querySelectorAll('[data-mid]').length, card().querySelectorAll('button').length]
  expect(shown()).toEqual([1, 2])
  toldOf('theme')()
  await happens()
  tell()
  await vi.waitFor(() => expect(shown()).toEqual([0, 0]))
  localStorage.clear()
  await writeSession(deviceSession(userId))
  await noteUser({ userId, unsent: 1, leaving: false, initial: 'A' })
  toldOf('token')()
  await vi.waitFor(() => expect(shown()).toEqual([1, 2]))
  expect(document.querySelectorAll('[data-user]')).toHaveLength((await findUnsent()).length)
})

test.each([
  ['locked', lock, /^This device is locked/],
  ['left', leave, /^Somebody else is signed in/],
])('whoever presses after its person has %s gets nothing, and sees no list any more', async (_, happens, words) => {
  onTestFinished(() => localStorage.clear())
  await db.outbox.put(op(1))
  await writeSession(deviceSession(userId))
  const { card, press } = await openPage()
  expect(card().querySelectorAll('[data-mid]')).toHaveLength(1)
  await happens()
  press('Save as a file')
  await vi.waitFor(() => expect(card().querySelector('.said')!.textContent).toMatch(words))
  expect(card().querySelectorAll('[data-mid]')).toHaveLength(0)
})

test('the photo of a change that was discarded is in no file', async () => {
  const upload = { mid: 'm', module: 'part', path: '/part', record: null, field: 'image', name: 'a', size: 1, at: 1 }
  const photo = (id: number, hash: string) => ({
    hash,
    mime: 'image/jpeg',
    bytes: new ArrayBuffer(1),
    files: [id],
    uploads: [{ ...upload, id, hash }],
  })
  await db.outbox.bulkPut([
    op(1, { args: { image: [70] } }),
    op(2, { args: { image: [71] }, state: 'discarded', open: 0, endedAt: 1 }),
  ])
  await db.blobs.bulkPut([photo(70, 'wanted'), photo(71, 'discarded')])
  expect(exportOf(await found()).blobs.map(({ hash }) => hash)).toEqual(['wanted'])
})

test('what depends on a record that is not there waits for it', async () => {
  const create = op(1, { op: 'customer.create', base: null })
  await db.outbox.bulkPut([create, op(2, { deps: [create.lane] })])
  const pushed = server(() => ({ status: 'applied' }))
  expect(await sendUnsent(await found(), 'token', take)).toBeNull()
  expect(pushed.map(({ ops }) => ops.length)).toEqual([1, 1])
})

test('what the app has put off goes at once', async () => {
  const later = { attempts: 3, nextAt: Date.now() + 4 * 60_000 }
  const ops = [op(1, later), op(2, { ...later, state: 'cancelling', sentOnce: true }), op(3)]
  await db.outbox.bulkPut(ops)
  const pushed = server(sent => ({ status: 'cancel' in sent ? 'cancelled' : 'applied' }))
  expect(await sendUnsent(await found(), 'token', take)).toBeNull()
  expect(pushed.map(({ ops }) => ops.length)).toEqual([3])
  expect(ops.map(({ mid }) => states.get(mid))).toEqual(['done', 'discarded', 'done'])
  expect(await db.outbox.orderBy('seq').toArray()).toEqual(ops)
})

test.each([
  ['a server that cannot read one of them', 400, { code: 'invalid', message: 'No such field.' }],
  ['a gateway that one of them is too large for', 413, null],
])('%s holds up none of the others', async (_, status, body) => {
  const ops = [op(1), op(2), op(3), op(4), op(5)]
  await db.outbox.bulkPut(ops)
  server(() => ({ status: 'applied' }))
  const serve = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    (init.body as string | undefined)?.includes(ops[1]!.mid) ? Response.json(body, { status }) : serve(path, init),
  )
  expect(await sendUnsent(await found(), 'token', take)).toBeNull()
  expect(ops.map(({ mid }) => states.get(mid))).toEqual(['done', 'rejected', 'done', 'done', 'done'])
})

test.each([400, 401, 403, 404, 405, 429])(
  'a %i of a gateway in the place of the server is about no session and no change',
  async status => {
    await db.outbox.bulkPut([op(1), op(2)])
    server(() => ({ status: 'applied' }))
    const serve = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
      path.endsWith('/sync/push') ? new Response('<h1>Back soon</h1>', { status }) : serve(path, init),
    )
    expect(await sendUnsent(await found(), 'token', take)).toBe('unreachable')
  },
)

test.each(['/auth/me', '/sync/push'].flatMap(path => portal.map(([said, reply]) => [said, path, reply] as const)))(
  '%s of a portal at %s is no answer, and nothing counts as sent',
  async (_, at, reply) => {
    await db.outbox.bulkPut([op(1), op(2)])
    server(() => ({ status: 'applied' }))
    const serve = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => (path.endsWith(at) ? reply() : serve(path, init)))
    const taken = vi.fn()
    expect(await sendUnsent(await found(), 'token', taken)).toBe('unreachable')
    expect(taken).not.toHaveBeenCalled()
  },
)

test('a server that puts everything off is not asked for ever', async () => {
  await db.outbox.bulkPut([op(1), op(2, { state: 'cancelling', sentOnce: true })])
  const pushed = server(() => ({ status: 'retry' }))
  expect(await sendUnsent(await found(), 'token', take)).toBeNull()
  expect(pushed).toHaveLength(1)
})

test('what the server puts off is asked once, and nothing that waits for it goes meanwhile', async () => {
  const create = op(1, { op: 'customer.create', base: null })
  // The one before it is done here, and the server has forgotten it with a restore: the app sends both again, in order.
  const orphan = op(3, { prevMid: crypto.randomUUID() })
  const late = op(4, { op: 'customer.create', base: null })
  const waiting = [op(5, { deps: [late.lane] }), op(6, { id: 4, lane: late.lane })]
  await db.outbox.bulkPut([create, op(2, { deps: [create.lane] }), orphan, late, ...waiting])
  const pushed = server(sent =>
    'cancel' in sent || sent.mid === late.mid
      ? { status: 'retry' }
      : { status: sent.mid === orphan.mid && sent.prevMid !== null ? 'out_of_order' : 'applied' },
  )
  expect(await sendUnsent(await found(), 'token', take)).toBeNull()
  expect(pushed.map(({ ops }) => ops.map(sent => ('cancel' in sent ? -1 : sent.queueSeq)))).toEqual([[1, 3, 4, 6], [2]])
  expect([orphan, late].map(({ mid }) => states.get(mid))).toEqual(['pending', 'pending'])
})

test('a server that was restored gets what it may have forgotten before what waits', async () => {
  const [made, about] = [op(1, { ...done, op: 'customer.create', sentOnce: true }), op(2)]
  await db.outbox.bulkPut([made, about])
  const before = crypto.randomUUID()
  await db.meta.put({ key: 'outbox', value: { id: queueId, last: 2, epoch: before } })
  const pushed = server(() => ({ status: 'applied' }))
  let taken: readonly OutboxOp[] = []
  expect(await sendUnsent(await found(), 'token', ops => void (taken = ops))).toBeNull()
  expect(pushed.map(({ epoch, ops }) => [epoch === before, ops.map(sent => ('mid' in sent ? sent.mid : ''))])).toEqual([
    [true, [about.mid]],
    [false, [made.mid, about.mid]],
  ])
  expect(taken.map(({ state }) => state)).toEqual(['done', 'done'])
})

test('nothing leaves with the token of somebody else, or without one', async () => {
  await db.outbox.put(op(1))
  const pushed = server(() => ({ status: 'applied' }), userId + 1)
  expect(await sendUnsent(await found(), 'token', take)).toBe('otherPerson')
  expect(await sendUnsent(await found(), null, take)).toBe('signedOut')
  expect(pushed).toEqual([])
})

test.each([
  [401, 'signedOut'],
  [426, 'tooOld'],
  [503, 'unreachable'],
  [403, 'refused'],
])('a %i of the server is said as it is', async (status, stopped) => {
  await db.outbox.put(op(1))
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) =>
      url.endsWith('/auth/me') ? Response.json(meAnswer(userId)) : Response.json({ code: 'of-the-server' }, { status }),
    ),
  )
  expect(await sendUnsent(await found(), 'token', take)).toBe(stopped)
})

const noServer = () => Promise.reject(new TypeError('Failed to fetch'))
const ours = { build: '0.1.0-m5', changes: {} }
test.each<[string, () => Promise<Response>, boolean]>([
  ['no answer', noServer, false],
  ['a page of a gateway', async () => new Response('<h1>Sign in to this network</h1>'), false],
  ['a gateway’s own JSON', async () => Response.json({ status: 'blocked' }), false],
  ['a server that is broken', async () => Response.json(ours, { status: 503 }), false],
  ['the server', async () => Response.json(ours), true],
])('the app goes from the device only for one that the server has: %s', async (_, answer, goes) => {
  await db.outbox.put(op(1))
  const asked = vi.fn(answer)
  vi.stubGlobal('fetch', asked)
  const [unregister, remove, assign] = [vi.fn(async () => true), vi.fn(async () => true), vi.fn()]
  vi.stubGlobal('caches', { keys: async () => ['pieces'], delete: remove })
  vi.stubGlobal('location', { assign, origin: location.origin })
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistrations: async () => [{ unregister }] },
    configurable: true,
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  await openPage()
  const again = [...document.querySelectorAll('button')].at(-1)!
  expect(again.textContent).toBe('Load the app again from the server')
  again.click()
  const said = /^The server cannot be reached, so nothing was removed\./
  await vi.waitFor(() =>
    goes
      ? expect(assign).toHaveBeenCalledExactlyOnceWith('/')
      : expect(again.closest('section')!.querySelector('.said')!.textContent).toMatch(said),
  )
  expect(asked).toHaveBeenCalledExactlyOnceWith('/version.json', expect.objectContaining({ cache: 'no-store' }))
  expect([unregister, remove, assign].map(({ mock }) => mock.calls.length)).toEqual(goes ? [1, 1, 1] : [0, 0, 0])
})
