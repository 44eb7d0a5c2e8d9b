// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileRow } from '#contract/calls/attached.ts'
import type { PushCancel, PushInput, PushOp } from '#contract/calls/push.ts'
import { register } from '#contract/register.ts'
import { everythingIsKept, holdDraft, holdOpen, somethingIsOpen } from '#src/session/dirty.ts'
import { begin } from '../../tests/support/at-work.tsx'
import { failing } from '../../tests/support/faulty-stores.ts'
import { fileRow } from '../../tests/support/file-row.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { sharedLocks } from '../../tests/support/shared-locks.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { takeAway } from '../../tests/support/take-away.ts'
import { markConnection, readConnection } from './connection.ts'
import { clearSession } from './device.ts'
import { leasedIds } from './ids.ts'
import { keepFile, keepInstead, letGo, letGoUnused, readHolds, withManifests } from './kept-files.ts'
import { metaIn } from './keep-meta.ts'
import { countUnsent, countWaiting } from './outbox/count.ts'
import { pruneEnded } from './outbox/over.ts'
import { sendFiles } from './outbox/send-files.ts'
import type { Sender } from './push.ts'
import { readUnkept } from './unkept-files.ts'
import { closeUserDb, closeUserDbs, openUserDb, type UserDb } from './user-db.ts'
import { signOutHere } from './wipe.ts'
import { uploadsOf, type Chosen, type UploadItem, type Uploads } from './uploads.ts'

const askToPersist = vi.hoisted(() => vi.fn())
vi.mock('./storage.ts', async original => ({ ...(await original<object>()), askToPersist }))

const MEGABYTE = 1_048_576
const deviceId = crypto.randomUUID()
let userId = 700
let server: SyncDouble
let files: ReturnType<typeof fileDouble>
let db: UserDb

beforeEach(async () => {
  userId += 1
  // jsdom's own cannot be read by the platform's fetch and cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  Object.defineProperty(navigator, 'locks', { value: sharedLocks(), configurable: true })
  server = syncDouble()
  files = fileDouble(server)
  await begin({ userId, permissions: [] })
  markConnection({ online: true })
  db = await openUserDb(userId, register)
})
afterEach(() => {
  closeUserDb(db)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page of the app: a reload is another one on the same database. */
const newPage = (of = db): { uploads: Uploads; sender: Sender } => {
  const meta = metaIn(of)
  const sender: Sender = {
    db: of,
    register,
    deviceId,
    ids: leasedIds(meta, deviceId),
    outbox: async () => null,
    meta,
    onChanged: vi.fn(),
    onWritten: vi.fn(),
  }
  return { sender, uploads: uploadsOf(sender) }
}
/** The page is loaded anew: nothing of what was in its memory is left. */
async function reload(): Promise<Uploads> {
  closeUserDbs(userId)
  db = await openUserDb(userId, register)
  return newPage().uploads
}
/** A page with numbers in hand, and no connection. */
async function offlinePage() {
  const page = newPage()
  await page.sender.ids.refill()
  server.state.network = 'refuse'
  markConnection({ online: false })
  return page
}
function goOnline() {
  server.state.network = 'up'
  server.state.requests.length = 0
  markConnection({ online: true })
}
const moment = (ms = 300) => new Promise(resolve => setTimeout(resolve, ms))
const aboutFiles = () => server.state.requests.filter(request => /files?(\/|$)/.test(request))
const bytesOf = (size: number, seed = 7) =>
  new Blob([Uint8Array.from({ length: size }, (_, n) => (n * seed) % 251)], { type: 'application/pdf' })
const chosen = (bytes: Blob, record = 5): Chosen => ({
  module: 'dealerBranch',
  path: '/dealer-branch',
  record,
  field: null,
  name: 'a.pdf',
  bytes,
})
const until = (uploads: Uploads, id: number, state: UploadItem['state']) =>
  vi.waitFor(() => expect(uploads.items().find(item => item.id === id)?.state).toBe(state), 10_000)

test('a file goes piece by piece, is announced with its hash and its own number, and is not kept once it is there', async () => {
  const { uploads, sender } = newPage()
  const bytes = bytesOf(2.5 * MEGABYTE)
  const { id } = await uploads.add(chosen(bytes))
  await until(uploads, id, 'done')
  const kept = files.of(id)
  expect(kept.pieces).toEqual([0, MEGABYTE, 2 * MEGABYTE])
  expect(await kept.bytes().arrayBuffer()).toEqual(await bytes.arrayBuffer())
  expect(kept.manifest).toMatchObject({ id, device: deviceId, size: bytes.size, hash: await hashOf(bytes) })
  expect(await db.blobs.count()).toBe(0)
  expect(sender.onChanged).toHaveBeenCalledWith(['dealerBranch'])
})

test('without a connection it waits on the device, and goes on with the same key after a reload', async () => {
  server.state.network = 'refuse'
  const before = newPage()
  const bytes = bytesOf(1000)
  // The number was leased while there was a connection.
  server.state.network = 'up'
  await before.sender.ids.refill()
  server.state.network = 'refuse'
  const item = await before.uploads.add(chosen(bytes))
  await until(before.uploads, item.id, 'waiting')
  expect(item.kept).toBe(true)
  expect(await db.blobs.count()).toBe(1)

  server.state.network = 'up'
  markConnection({ online: true })
  await until(await reload(), item.id, 'done')
  expect(files.of(item.id).manifest.mid).toBe(item.mid)
  expect(await db.blobs.count()).toBe(0)
})

describe('a photo that only the page has', () => {
  const full = () => new DOMException('full', 'QuotaExceededError')
  const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  test.each([
    ['on a full device', () => db],
    ['in a browser that keeps nothing', () => null],
  ])('%s keeps the page from going without a question, until it is sent', async (_, store) => {
    const { uploads, sender } = newPage()
    await sender.ids.refill()
    failing('blobs', 'put', full())
    server.state.network = 'refuse'
    const own = store() ? uploads : uploadsOf({ ...sender, db: null })
    const item = await own.add(chosen(bytesOf(300)))
    expect(item.kept).toBe(false)
    await until(own, item.id, 'waiting')
    expect([somethingIsOpen(), everythingIsKept(), asksBeforeClosing()]).toEqual([true, false, true])
    // A draft of what is typed is none of it.
    const letGo = [holdOpen(), holdDraft(), holdDraft()]
    expect(everythingIsKept()).toBe(false)
    for (const go of letGo) go()
    server.state.network = 'up'
    markConnection({ online: true })
    await until(own, item.id, 'done')
    expect([somethingIsOpen(), asksBeforeClosing()]).toEqual([false, false])
  })

  test('lets the page go when it is given up, and what is refused is still there', async () => {
    const { uploads } = newPage()
    failing('blobs', 'put', full())
    files.refuses = 'Not this one'
    const { id } = await uploads.add(chosen(bytesOf(300)))
    await until(uploads, id, 'refused')
    expect(somethingIsOpen()).toBe(true)
    await uploads.cancel(id)
    expect(somethingIsOpen()).toBe(false)
  })

  test('is sent by whoever opens the store anew that the browser took away', async () => {
    const { uploads } = await offlinePage()
    failing('blobs', 'put', full())
    const { id } = await uploads.add(chosen(bytesOf(300)))
    await takeAway(db)
    expect([somethingIsOpen(), asksBeforeClosing(), readUnkept()]).toEqual([true, true, 1])
    db = await openUserDb(userId, register)
    const { uploads: next } = newPage()
    await until(next, id, 'waiting')
    expect(next.items()).toMatchObject([{ id, kept: false }])
    expect([somethingIsOpen(), readUnkept()]).toEqual([true, 1])
    goOnline()
    await until(next, id, 'done')
    expect(files.of(id).pieces).toEqual([0])
    expect([somethingIsOpen(), readUnkept()]).toEqual([false, 0])
  })

  test('is kept by whoever opens the store anew, where there is room by then', async () => {
    const { uploads } = await offlinePage()
    failing('blobs', 'put', full())
    const { id } = await uploads.add(chosen(bytesOf(300)))
    await takeAway(db)
    vi.restoreAllMocks()
    db = await openUserDb(userId, register)
    const { uploads: next } = newPage()
    await until(next, id, 'waiting')
    expect(next.items()).toMatchObject([{ id, kept: true }])
    expect([somethingIsOpen(), readUnkept(), await countWaiting(db)]).toEqual([false, 0, 1])
    goOnline()
    await until(next, id, 'done')
    expect(files.of(id).pieces).toEqual([0])
  })

  test('is sent without a store where that does not come back, and goes with its person', async () => {
    const { uploads, sender } = await offlinePage()
    failing('blobs', 'put', full())
    const [one, two] = [await uploads.add(chosen(bytesOf(300))), await uploads.add(chosen(bytesOf(400)))]
    await uploads.cancel(two.id)
    await takeAway(db)
    goOnline()
    await until(uploadsOf({ ...sender, db: null }), one.id, 'done')
    vi.restoreAllMocks()
    db = await openUserDb(userId, register)
    failing('blobs', 'put', full())
    const { uploads: again } = newPage()
    await again.add(chosen(bytesOf(300)))
    closeUserDbs(userId)
    expect([somethingIsOpen(), readUnkept()]).toEqual([false, 0])
  })

  test('is handed on where the store goes just as it is being added', async () => {
    const { uploads } = await offlinePage()
    // Its bytes are read once for its hash, and then to be written.
    let goOn = () => {}
    const bytes = bytesOf(300)
    const read = vi.spyOn(bytes, 'arrayBuffer')
    const content = () => bytesOf(300).arrayBuffer()
    read.mockImplementationOnce(content).mockImplementation(async () => {
      if (read.mock.calls.length === 2) await new Promise<void>(resolve => (goOn = resolve))
      return content()
    })
    const adding = uploads.add(chosen(bytes))
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
    await takeAway(db)
    db = await openUserDb(userId, register)
    const { uploads: next } = newPage()
    goOn()
    const { id } = await adding
    await until(next, id, 'waiting')
    expect([somethingIsOpen(), readUnkept(), uploads.items()]).toEqual([false, 0, []])
    expect(await countWaiting(db)).toBe(1)
    goOnline()
    await until(next, id, 'done')
  })

  test('is left to whoever comes next where the store goes just before it is begun with', async () => {
    const { uploads } = await offlinePage()
    failing('blobs', 'put', full())
    await uploads.add(chosen(bytesOf(300)))
    // Whose it is, is asked last.
    const { get } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      if (this.name === 'entries') closeUserDb(db)
      return get.call(this, key)
    })
    goOnline()
    await moment()
    expect([aboutFiles(), readUnkept()]).toEqual([[], 1])
    closeUserDbs(userId)
  })

  test('is none where the weight makes room for it', async () => {
    const { uploads, sender } = newPage()
    await sender.ids.refill()
    await db.meta.put({ key: 'ballast', value: new ArrayBuffer(1) })
    failing('blobs', 'put', full(), 1)
    server.state.network = 'refuse'
    markConnection({ online: false })
    expect((await uploads.add(chosen(bytesOf(300)))).kept).toBe(true)
    expect([somethingIsOpen(), await db.meta.get('ballast')]).toEqual([false, undefined])
  })
})

describe('when the browser takes the store away, a photo that lay in it', () => {
  const empty = async () => {
    await takeAway(db)
    await new Promise((resolve, reject) =>
      Object.assign(indexedDB.deleteDatabase(db.name), { onsuccess: resolve, onerror: reject }),
    )
  }
  async function openAnew() {
    db = await openUserDb(userId, register)
    return newPage().uploads
  }
  const lay = async (...sizes: number[]) => {
    const { uploads } = await offlinePage()
    const ids: number[] = []
    for (const size of sizes) ids.push((await uploads.add(chosen(bytesOf(size)))).id)
    return { ids, uploads }
  }

  test('is taken from there, and what was sent or given up elsewhere meanwhile does not come back', async () => {
    const { ids } = await lay(300, 400)
    await takeAway(db)
    const other = await openUserDb(userId, register)
    await letGo(other, { id: ids[0]! })
    closeUserDb(other)
    const uploads = await openAnew()
    await until(uploads, ids[1]!, 'waiting')
    goOnline()
    await until(uploads, ids[1]!, 'done')
    expect(uploads.items().map(({ id }) => id)).toEqual([ids[1]])
    expect(aboutFiles().filter(request => request.endsWith('/files'))).toHaveLength(1)
  })

  test('is kept again where that is empty now, and goes when its person says so', async () => {
    const { ids } = await lay(300, 400)
    await empty()
    const uploads = await openAnew()
    for (const id of ids) await until(uploads, id, 'refused')
    const problem = { code: 'store-emptied', message: '' }
    expect(uploads.items()).toMatchObject(ids.map(() => ({ problem, kept: true })))
    expect(await countWaiting(db)).toBe(2)
    goOnline()
    await moment()
    expect([aboutFiles(), somethingIsOpen()]).toEqual([[], false])
    uploads.retry(ids[0]!)
    await until(uploads, ids[0]!, 'done')
    expect(files.of(ids[0]!).done).toBe(true)
    expect(await uploads.cancel(ids[1]!)).toBe(true)
    expect(await db.blobs.count()).toBe(0)
  })

  test('is not lost where there is no room for it then', async () => {
    const { ids } = await lay(300)
    await empty()
    failing('blobs', 'put', new DOMException('full', 'QuotaExceededError'))
    const uploads = await openAnew()
    await until(uploads, ids[0]!, 'refused')
    expect([somethingIsOpen(), readUnkept()]).toEqual([true, 1])
    goOnline()
    uploads.retry(ids[0]!)
    await until(uploads, ids[0]!, 'done')
  })

  test('is kept again once where two tabs have it', async () => {
    const { ids } = await lay(300)
    const second = newPage(await openUserDb(userId, register))
    await until(second.uploads, ids[0]!, 'waiting')
    await takeAway(second.sender.db!)
    await empty()
    const uploads = await openAnew()
    await until(uploads, ids[0]!, 'refused')
    await vi.waitFor(async () => expect(await countWaiting(db)).toBe(1))
    expect((await db.blobs.toArray()).flatMap(({ uploads }) => uploads)).toHaveLength(1)
  })

  test('goes with its person', async () => {
    const { ids } = await lay(300)
    await empty()
    closeUserDbs(userId)
    const uploads = await openAnew()
    await moment()
    expect([ids.length, uploads.items(), await db.blobs.count()]).toEqual([1, [], 0])
  })
})

test('a photo that has to wait has the browser asked for protection and for a call, now and by the next page', async () => {
  askToPersist.mockClear()
  const wake = vi.fn(() => Promise.resolve())
  const { locks } = navigator
  const serviceWorker = { controller: {}, ready: Promise.resolve({ sync: { register: wake } }) }
  vi.stubGlobal('navigator', { onLine: true, locks, serviceWorker })
  const { uploads, sender } = newPage()
  await sender.ids.refill()
  server.state.network = 'refuse'
  markConnection({ online: false })
  await uploads.add(chosen(bytesOf(300)))
  await vi.waitFor(() => expect([askToPersist.mock.calls.length, wake.mock.calls.length]).toEqual([1, 1]))
  expect(newPage().uploads.items()).toEqual([])
  await vi.waitFor(() => expect([askToPersist.mock.calls.length, wake.mock.calls.length]).toEqual([2, 2]))
})

describe('a record that the server does not know', () => {
  const unknownRecord = { record: 5, status: 404, code: 'not-found' }

  test('is asked for again where this device has made it, as a restored server may have lost it, and not for ever', async () => {
    await db.outbox.put(
      waitingOp({ userId, op: 'dealerBranch.create', id: 5, lane: 'dealerBranch:5', state: 'done', open: 0 }),
    )
    files.putOff = unknownRecord
    const { uploads } = newPage()
    const { id } = await uploads.add(chosen(bytesOf(300)))
    await vi.waitFor(() => expect(aboutFiles().length).toBeGreaterThan(0))
    await until(uploads, id, 'waiting')
    files.putOff = null
    await uploads.sendNow()
    await until(uploads, id, 'done')
  })

  test('is refused at once where somebody else made it', async () => {
    files.putOff = unknownRecord
    const { uploads } = newPage()
    const { id } = await uploads.add(chosen(bytesOf(300)))
    await until(uploads, id, 'refused')
  })
})

test('where all that waits is deleted, the server hears of each that was announced, and the device has none', async () => {
  files.held = new Promise(() => undefined)
  const { uploads } = newPage()
  const one = await uploads.add(chosen(bytesOf(2 * MEGABYTE)))
  const two = await uploads.add(chosen(bytesOf(300)))
  const pieces = () => server.state.requests.filter(request => request === `PUT /file/${one.id}/upload`).length
  await vi.waitFor(() => expect(pieces()).toBe(2))
  const withdrawn: string[] = []
  for (const { id } of [one, two])
    server.state.routes[`PATCH /file/${id}`] = async request => {
      withdrawn.push(`${id} ${JSON.stringify(await request.json())}`)
      return {}
    }
  await uploads.dropAll()
  expect(withdrawn.toSorted()).toEqual([one, two].map(({ id }) => `${id} {"removed":true}`).toSorted())
  expect([uploads.items(), await db.blobs.count()]).toEqual([[], 0])
})

test('what an import has put into the store goes without a reload, and once', async () => {
  const { uploads } = newPage()
  const bytes = bytesOf(1000)
  const upload = { ...chosen(bytes), id: 7_001, mid: crypto.randomUUID(), size: 1000, hash: await hashOf(bytes), at: 1 }
  const { bytes: _, ...manifest } = upload
  await keepFile(db, manifest, bytes)
  await Promise.all([uploads.takeUp(), uploads.takeUp()])
  await until(uploads, upload.id, 'done')
  expect(uploads.items().filter(({ id }) => id === upload.id)).toHaveLength(1)
  expect(files.of(upload.id).pieces).toEqual([0])
})

test('an answer that is lost in the middle costs no byte that has arrived', async () => {
  const { uploads } = newPage()
  files.loseAfterPieces = 2
  const bytes = bytesOf(3 * MEGABYTE)
  const { id } = await uploads.add(chosen(bytes))
  await vi.waitFor(() => expect(files.of(id).pieces).toHaveLength(2))
  await until(uploads, id, 'waiting')
  files.loseAfterPieces = Infinity
  markConnection({ online: true })
  await until(uploads, id, 'done')
  expect(files.of(id).pieces).toEqual([0, MEGABYTE, 2 * MEGABYTE])
})

test('a line that broke under it is looked after by itself, though nothing else asks the server', async () => {
  const { uploads } = newPage()
  files.loseAfterPieces = 1
  const { id } = await uploads.add(chosen(bytesOf(2 * MEGABYTE)))
  await vi.waitFor(() => expect(readConnection().online).toBe(false), 10_000)
  files.loseAfterPieces = Infinity
  await until(uploads, id, 'done')
})

test('bytes that the server has already are not sent', async () => {
  const { uploads } = newPage()
  files.knowsEverything = true
  const { id } = await uploads.add(chosen(bytesOf(500)))
  await until(uploads, id, 'done')
  expect(files.of(id).pieces).toEqual([])
})

test('the same bytes for two records are kept once, and let go of when both are sent', async () => {
  const { uploads, sender } = newPage()
  await sender.ids.refill()
  server.state.network = 'refuse'
  const bytes = bytesOf(400)
  const one = await uploads.add(chosen(bytes, 5))
  const two = await uploads.add(chosen(bytes, 6))
  await until(uploads, one.id, 'waiting')
  expect((await db.blobs.toArray()).map(({ uploads = [] }) => uploads.length)).toEqual([2])
  server.state.network = 'up'
  markConnection({ online: true })
  await until(uploads, one.id, 'done')
  await until(uploads, two.id, 'done')
  expect(await db.blobs.count()).toBe(0)
})

test('what arrived damaged is sent once more from its beginning', async () => {
  const { uploads } = newPage()
  files.damaged = 1
  const { id } = await uploads.add(chosen(bytesOf(300)))
  await until(uploads, id, 'done')
  expect(files.of(id).pieces).toEqual([0, 0])
})

test('what the server refuses says why, stays until somebody gives it up, and keeps nothing else back', async () => {
  const { uploads } = newPage()
  files.refuses = 'Web pages cannot be attached.'
  const bad = await uploads.add(chosen(bytesOf(300)))
  await until(uploads, bad.id, 'refused')
  expect(uploads.items()[0]!.problem).toEqual({ code: 'invalid', message: 'Web pages cannot be attached.' })
  files.refuses = ''
  const good = await uploads.add(chosen(bytesOf(300, 11)))
  await until(uploads, good.id, 'done')
  expect(await db.blobs.count()).toBe(1)
  await uploads.cancel(bad.id)
  expect(uploads.items().map(({ id }) => id)).toEqual([good.id])
  expect(await db.blobs.count()).toBe(0)
})

test('what is given up while it is being sent is not sent any further', async () => {
  const { uploads } = newPage()
  let goOn = () => {}
  files.before = new Promise<void>(resolve => (goOn = resolve))
  const { id } = await uploads.add(chosen(bytesOf(2 * MEGABYTE)))
  await until(uploads, id, 'sending')
  await vi.waitFor(() => expect(server.state.requests).toContain('POST /dealer-branch/5/files'))
  await uploads.cancel(id)
  goOn()
  const other = await uploads.add(chosen(bytesOf(200)))
  await until(uploads, other.id, 'done')
  expect(server.state.requests.filter(request => request.includes(`/file/${id}/`))).toEqual([])
  expect(uploads.items().map(item => item.id)).toEqual([other.id])
})

test('a photo of a record that is not on the server yet waits for it, and goes as soon as it is there', async () => {
  const create = waitingOp({ op: 'dealerBranch.create', id: 5, lane: 'dealerBranch:5', userId })
  await db.outbox.add(create)
  const { uploads } = newPage()
  const { id } = await uploads.add(chosen(bytesOf(300)))
  const free = await uploads.add(chosen(bytesOf(200), 6))
  await until(uploads, free.id, 'done')
  expect(uploads.items().find(item => item.id === id)).toMatchObject({ state: 'waiting', hold: 'record' })
  expect(server.state.requests.filter(request => request.includes('/dealer-branch/5'))).toEqual([])
  await db.outbox.update(create.seq, { state: 'done', open: 0 })
  await until(uploads, id, 'done')
})

test('a photo whose record was discarded is neither sent nor thrown away before its person says so', async () => {
  const create = waitingOp({ op: 'dealerBranch.create', id: 5, lane: 'dealerBranch:5', userId })
  await db.outbox.add(create)
  const { uploads } = newPage()
  const { id } = await uploads.add(chosen(bytesOf(300)))
  await db.outbox.update(create.seq, { state: 'discarded', open: 0 })
  await until(uploads, id, 'refused')
  expect(uploads.items()[0]).toMatchObject({ hold: 'gone', problem: { code: 'record-discarded' } })
  uploads.retry(id)
  expect(uploads.items()[0]!.state).toBe('refused')
  expect(await db.blobs.count()).toBe(1)
  await uploads.cancel(id)
  expect(await db.blobs.count()).toBe(0)
  expect(server.state.requests.filter(request => request.includes('/files'))).toEqual([])
})

test('bytes that the device has damaged are not sent for what was chosen, and keep nothing else back', async () => {
  const before = newPage()
  await before.sender.ids.refill()
  server.state.network = 'refuse'
  const { id, hash } = await before.uploads.add(chosen(bytesOf(300)))
  await until(before.uploads, id, 'waiting')
  await db.blobs.update(hash, { bytes: new Uint8Array(300).buffer })
  const uploads = await reload()
  server.state.network = 'up'
  markConnection({ online: true })
  await until(uploads, id, 'refused')
  expect(uploads.items()[0]!.problem!.code).toBe('damaged-here')
  const good = await uploads.add(chosen(bytesOf(200), 6))
  await until(uploads, good.id, 'done')
})

test('where a gateway takes less at once, smaller pieces go', async () => {
  files.gatewayTakes = 300_000
  const { uploads } = newPage()
  const { id } = await uploads.add(chosen(bytesOf(700_000)))
  await until(uploads, id, 'done')
  expect(files.of(id).pieces).toEqual([0, 262_144, 524_288])
})

describe('where nothing so large comes through', () => {
  const drawn = vi.fn()
  let drawing = Promise.resolve()
  /** A canvas whose pictures weigh by how large they are drawn. */
  beforeEach(() => {
    drawn.mockClear()
    drawing = Promise.resolve()
    const weight: Record<number, number> = { 1_200: 40_000, 800: 15_000 }
    class Canvas {
      width: number
      constructor(width: number) {
        this.width = width
      }
      getContext = () => null
      async convertToBlob() {
        drawn()
        await drawing
        return new Blob([new Uint8Array(weight[this.width]!)], { type: 'image/jpeg' })
      }
    }
    vi.stubGlobal('OffscreenCanvas', Canvas)
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1_600, height: 1_200, close: () => undefined }))
    files.gatewayTakes = 20_000
  })
  const photo = (type: string) => new Blob([new Uint8Array(60_000)], { type })

  test('a photo is made smaller until it does, as the same file, and nothing of the larger one is kept', async () => {
    const { uploads } = newPage()
    const { id, mid } = await uploads.add({ ...chosen(photo('image/png')), name: 'a.b.png' })
    await until(uploads, id, 'done')
    expect(files.of(id).manifest).toMatchObject({ id, mid, name: 'a.b.jpg', size: 15_000 })
    expect(files.of(id).bytes().size).toBe(15_000)
    expect(uploads.items()).toMatchObject([{ id, name: 'a.b.jpg', size: 15_000, kept: true }])
    expect(await db.blobs.count()).toBe(0)
  })

  test('one that still is too large is refused in words, kept, and keeps nothing else back', async () => {
    files.gatewayTakes = 10_000
    const { uploads } = newPage()
    const { id } = await uploads.add(chosen(photo('image/jpeg')))
    await until(uploads, id, 'refused')
    expect(uploads.items()[0]!.problem).toMatchObject({ code: 'too-large' })
    // What is here is what a reload would send: the smallest that could be made of it.
    expect((await db.blobs.toArray()).map(({ bytes }) => bytes.byteLength)).toEqual([15_000])
    const small = await uploads.add(chosen(bytesOf(300)))
    await until(uploads, small.id, 'done')
  })

  describe('a photo that is given up', () => {
    let other: UserDb
    beforeEach(async () => {
      other = await openUserDb(userId, register)
    })
    afterEach(() => closeUserDb(other))
    /** It is being made smaller until `goOn`. */
    async function shrinking() {
      let goOn = () => {}
      drawing = new Promise<void>(resolve => (goOn = resolve))
      const { uploads } = newPage()
      const { id } = await uploads.add(chosen(photo('image/png')))
      await vi.waitFor(() => expect(drawn).toHaveBeenCalled())
      return { uploads, id, goOn }
    }
    async function expectGone(uploads: Uploads) {
      await moment()
      expect(uploads.items()).toEqual([])
      expect(await db.blobs.count()).toBe(0)
      expect(server.state.requests.filter(request => request.endsWith('/finish'))).toEqual([])
    }

    test('while it is made smaller does not come back', async () => {
      const { uploads, id, goOn } = await shrinking()
      await uploads.cancel(id)
      goOn()
      await expectGone(uploads)
    })

    test('in another tab meanwhile does not come back either', async () => {
      const { uploads, id, goOn } = await shrinking()
      await letGo(other, { id })
      goOn()
      await expectGone(uploads)
    })

    test('and that only this page had does not come back', async () => {
      const makeRoom = failing('blobs', 'put', new DOMException('full', 'QuotaExceededError'))
      const { uploads, id, goOn } = await shrinking()
      expect(uploads.items()).toMatchObject([{ id, kept: false }])
      makeRoom()
      await uploads.cancel(id)
      goOn()
      await expectGone(uploads)
    })

    test('where another tab has made it smaller since is let go of all the same', async () => {
      const { uploads } = await offlinePage()
      const before = await uploads.add(chosen(photo('image/png')))
      const less = bytesOf(15_000)
      const kept = (await db.blobs.get(before.hash))!.uploads![0]!
      await keepInstead(other, before, { ...kept, size: 15_000, hash: await hashOf(less) }, less)
      await uploads.cancel(before.id)
      await expectGone(uploads)
    })
  })

  test('what is no photo is refused as it is', async () => {
    const { uploads } = newPage()
    const { id } = await uploads.add(chosen(photo('application/pdf')))
    await until(uploads, id, 'refused')
    expect(uploads.items()[0]).toMatchObject({ size: 60_000, problem: { code: 'too-large' } })
  })
})

test('all files that wait are announced before the bytes of the first one go', async () => {
  const { uploads, sender } = newPage()
  await sender.ids.refill()
  server.state.network = 'refuse'
  const one = await uploads.add(chosen(bytesOf(300)))
  const two = await uploads.add(chosen(bytesOf(200), 6))
  await vi.waitFor(() => expect(readConnection().online).toBe(false))
  server.state.network = 'up'
  server.state.requests.length = 0
  markConnection({ online: true })
  await until(uploads, one.id, 'done')
  await until(uploads, two.id, 'done')
  const { requests } = server.state
  const firstBytes = requests.findIndex(request => request.startsWith('PUT'))
  expect(requests.indexOf('POST /dealer-branch/6/files')).toBeLessThan(firstBytes)
})

test('a change announces what it names of the files that wait here, and the bytes follow it', async () => {
  const { uploads, sender } = newPage()
  await sender.ids.refill()
  server.state.network = 'refuse'
  const { id, mid, hash } = await uploads.add({ ...chosen(bytesOf(300)), record: null, field: 'image' })
  const create = waitingOp({ op: 'dealerBranch.create', id: 9, lane: 'dealerBranch:9', args: { image: [id] }, userId })
  await db.outbox.add(create)
  const op = { mid: create.mid, args: create.args } as unknown as PushOp
  const cancel = { cancel: create.mid } as PushCancel
  expect((await withManifests(db, { deviceId, ops: [op, cancel] } as unknown as PushInput)).ops).toEqual([
    { ...op, files: [{ id, device: deviceId, mid, hash, name: 'a.pdf', size: 300, field: 'image' }] },
    cancel,
  ])
  expect((await readHolds(db))({ id, module: 'dealerBranch', record: null })).toBe('change')
})

const inForm = (bytes: Blob) => ({ ...chosen(bytes), record: null, field: 'image' })
const stored = async (id: number) => {
  await vi.waitFor(async () => expect(await db.blobs.where({ files: 0 }).count()).toBe(1))
  expect(files.of(id).done).toBe(true)
  expect(await countWaiting(db)).toBe(await countUnsent(db))
}

test('what a form sent stays on the device until the change that names it is done, and goes again if it was forgotten', async () => {
  const first = newPage().uploads
  const { id, mid, hash } = await first.add(inForm(bytesOf(300)))
  await until(first, id, 'done')
  await stored(id)
  const change = waitingOp({ op: 'dealerBranch.change', id: 5, lane: 'dealerBranch:5', args: { image: [id] }, userId })
  await db.outbox.add({ ...change, state: 'rejected' })
  // Weeks later, on another page, and the server has swept what no record holds.
  files.forget(id)
  const { uploads } = newPage()
  await vi.waitFor(() => expect(uploads.items()).toMatchObject([{ id, state: 'done', ahead: true }]))
  const input = { deviceId, ops: [{ mid: change.mid, args: change.args }] } as unknown as PushInput
  expect((await withManifests(db, input)).ops).toMatchObject([{ files: [{ id, mid, hash }] }])
  await db.outbox.update(change.seq, { state: 'done', open: 0 })
  await vi.waitFor(async () => expect(await db.blobs.count()).toBe(0), 10_000)
  expect(files.of(id).done).toBe(true)
})

test('without a page too, what a form sent stays until its change is done', async () => {
  const { uploads } = await offlinePage()
  const { id } = await uploads.add(inForm(bytesOf(300)))
  await until(uploads, id, 'waiting')
  closeUserDb(db)
  db = await openUserDb(userId, register)
  server.state.network = 'up'
  expect(await sendFiles(db)).toEqual(['dealerBranch'])
  await stored(id)
  expect(await sendFiles(db)).toEqual([])
  await db.outbox.add(waitingOp({ op: 'dealerBranch.change', args: { image: [id] }, userId, state: 'done', open: 0 }))
  expect(await sendFiles(db)).toEqual(['dealerBranch'])
  expect(await db.blobs.count()).toBe(0)
})

test('what a form sent goes when its change is given up, and long after the form was left', async () => {
  const { uploads } = newPage()
  const given = await uploads.add(inForm(bytesOf(300)))
  await until(uploads, given.id, 'done')
  await stored(given.id)
  await db.outbox.add(
    waitingOp({ op: 'dealerBranch.change', args: { image: [given.id] }, userId, state: 'discarded', open: 0 }),
  )
  await vi.waitFor(async () => expect(await db.blobs.count()).toBe(0))
  expect(uploads.items()).toMatchObject([{ id: given.id, state: 'done' }])

  const left = await uploads.add(inForm(bytesOf(200)))
  await until(uploads, left.id, 'done')
  await stored(left.id)
  const [day, later] = [86_400_000, Date.now() + 15 * 86_400_000]
  await letGoUnused(db, Date.now() + 13 * day)
  await db.drafts.put({ key: 'draft', value: { image: [left.id] }, at: 0 })
  await letGoUnused(db, later)
  expect(await db.blobs.count()).toBe(1)
  await db.drafts.clear()
  await letGoUnused(db, later)
  expect(await db.blobs.count()).toBe(0)
})

describe('a photo that is taken off its form', () => {
  const image = (...ids: number[]) => ({ args: { image: ids }, op: 'dealerBranch.create', userId })
  const isHere = async (id: number) => (await db.blobs.where('files').equals(id).count()) === 1
  /** Chosen without a connection. */
  async function choose() {
    const page = newPage()
    await page.sender.ids.refill()
    server.state.network = 'refuse'
    const { id } = await page.uploads.add(inForm(bytesOf(300)))
    await until(page.uploads, id, 'waiting')
    return { ...page, id }
  }

  test('goes at once where nothing else names it', async () => {
    const { uploads, id } = await choose()
    uploads.takeOff(id)
    await vi.waitFor(async () => expect(await db.blobs.count()).toBe(0))
    expect(uploads.items()).toEqual([])
  })

  test('goes as soon as its draft is written without it', async () => {
    const { uploads, id } = await choose()
    await db.drafts.put({ key: 'draft', value: { image: [id] }, at: 0 })
    uploads.takeOff(id)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(await isHere(id)).toBe(true)
    await db.drafts.put({ key: 'draft', value: { image: [] }, at: 1 })
    await vi.waitFor(() => expect(uploads.items()).toEqual([]))
    expect(await isHere(id)).toBe(false)
  })

  test.each(['pending', 'done'] as const)('stays where a change names it that is %s', async state => {
    const { uploads, id } = await choose()
    await db.drafts.put({ key: 'draft', value: { image: [id] }, at: 0 })
    uploads.takeOff(id)
    // It is saved after all, as forms do it.
    await db.transaction('rw', db.outbox, db.drafts, async () => {
      await db.drafts.clear()
      await db.outbox.add(waitingOp({ ...image(id), state, open: state === 'done' ? 0 : 1 }))
    })
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(await isHere(id)).toBe(true)
    server.state.network = 'up'
    const others = await db.outbox.toArray()
    for (const { seq } of others) await db.outbox.update(seq, { state: 'done', open: 0 })
    markConnection({ online: true })
    await until(uploads, id, 'done')
    expect(files.of(id).done).toBe(true)
  })
})

test('a photo that something unsent names cannot be given up: its change goes with it, and it is free afterwards', async () => {
  const { uploads, sender } = newPage()
  await sender.ids.refill()
  server.state.network = 'refuse'
  const { id } = await uploads.add(inForm(bytesOf(300)))
  await until(uploads, id, 'waiting')
  const [args, lane] = [{ image: [id] }, 'dealerBranch:9']
  await db.drafts.put({ key: 'draft', value: args, at: 0 })
  expect(await uploads.cancel(id)).toBe(false)
  await db.drafts.clear()
  const create = waitingOp({ op: 'dealerBranch.create', id: 9, lane, args, userId })
  // It has been taken off again by a later change, which the first one does not know.
  const later = waitingOp({ op: 'dealerBranch.change', id: 9, lane, args: { image: [] }, userId })
  await db.outbox.bulkAdd([create, later])
  expect(await uploads.cancel(id)).toBe(false)
  const input = { deviceId, ops: [{ mid: create.mid, args }] } as unknown as PushInput
  expect((await withManifests(db, input)).ops).toMatchObject([{ files: [{ id }] }])
  // Corrected without it, it may still come back.
  await db.outbox.update(create.seq, { state: 'superseded', open: 0 })
  await db.outbox.update(later.seq, { supersedes: create.mid })
  expect(await uploads.cancel(id)).toBe(false)
  await db.outbox.update(later.seq, { state: 'done', open: 0 })
  expect(uploads.items()).toHaveLength(1)
  expect(await uploads.cancel(id)).toBe(true)
  expect(await db.blobs.count()).toBe(0)
})

describe('in two tabs', () => {
  let other: UserDb
  const held = new Map<string, (reason: Error) => void>()
  /** As a browser lends them to the tabs that ask: who loses one is told, and what they were at goes on. */
  const locks = {
    request: (name: string, { steal = false }, work: (lock: object | null) => Promise<unknown>) =>
      new Promise<unknown>((resolve, reject) => {
        const holder = held.get(name)
        if (holder && !steal) return resolve(work(null))
        holder?.(new DOMException('Lock broken by another request with the "steal" option.', 'AbortError'))
        held.set(name, reject)
        const letGo = () => held.get(name) === reject && held.delete(name)
        void work({}).finally(letGo).then(resolve, reject)
      }),
  }
  /** The other one has a handle of its own on the same store. */
  beforeEach(async () => {
    vi.stubGlobal('navigator', { onLine: true, locks })
    other = await openUserDb(userId, register)
  })
  afterEach(() => {
    vi.useRealTimers()
    closeUserDb(other)
  })

  test('a photo that was given up in one is not sent by the other', async () => {
    const { uploads } = await offlinePage()
    const { id } = await uploads.add(chosen(bytesOf(300)))
    const second = newPage(other).uploads
    await until(second, id, 'waiting')
    await uploads.cancel(id)
    await vi.waitFor(() => expect(second.items()).toEqual([]))
    goOnline()
    await moment()
    expect(aboutFiles()).toEqual([])
  })

  test('one that was given up while the other sends it is not sent any further', async () => {
    let goOn = () => {}
    files.held = new Promise<void>(resolve => (goOn = resolve))
    const { uploads } = newPage()
    const { id } = await uploads.add(chosen(bytesOf(2.5 * MEGABYTE)))
    const second = newPage(other).uploads
    await until(second, id, 'waiting')
    const pieces = () => server.state.requests.filter(request => request === `PUT /file/${id}/upload`).length
    await vi.waitFor(() => expect(pieces()).toBe(2))
    await second.cancel(id)
    await vi.waitFor(() => expect(uploads.items()).toEqual([]))
    goOn()
    await moment()
    expect(pieces()).toBe(2)
  })

  test('a photo that was added in one is sent by the other when that one is closed', async () => {
    const second = newPage(other).uploads
    const { uploads } = await offlinePage()
    const { id } = await uploads.add(chosen(bytesOf(300)))
    closeUserDb(db)
    await until(second, id, 'waiting')
    goOnline()
    await until(second, id, 'done')
    expect(files.of(id).done).toBe(true)
    expect(await other.blobs.count()).toBe(0)
  })

  test('what one has sent is sent for the other too, and once', async () => {
    const { uploads } = await offlinePage()
    const { id } = await uploads.add(chosen(bytesOf(300)))
    const second = newPage(other).uploads
    await until(second, id, 'waiting')
    goOnline()
    await Promise.all([until(uploads, id, 'done'), until(second, id, 'done')])
    expect(files.of(id).pieces).toEqual([0])
    expect(uploads.items()).toHaveLength(1)
    expect(second.items()).toHaveLength(1)
  })

  test('what one is at is left to it however long it takes; from one that froze the other takes it, and each piece goes once', async () => {
    let passed = 0
    const really = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => really() + passed)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    /** What a browser does between tabs: here both are in one page, which does not hear itself. */
    const between = new BroadcastChannel('caredesk')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    const relay = ({ data }: MessageEvent) => between.postMessage(data)
    between.addEventListener('message', relay)
    const pass = async (ms: number) => {
      passed += ms
      vi.advanceTimersByTime(ms)
      await moment()
    }
    let goOn = () => {}
    files.held = new Promise<void>(resolve => (goOn = resolve))
    const { uploads } = newPage()
    const { id } = await uploads.add(chosen(bytesOf(1.5 * MEGABYTE)))
    const second = newPage(other).uploads
    await until(second, id, 'waiting')
    await vi.waitFor(() => expect(files.of(id).pieces).toEqual([0]))
    for (let n = 0; n < 3; n += 1) {
      await second.sendNow()
      await pass(50_000)
    }
    // Hidden, a page says so once a minute, and a moment later than it would.
    for (let n = 0; n < 3; n += 1) {
      passed += 61_000
      await second.sendNow()
      await pass(20_000)
    }
    await second.sendNow()
    expect(second.items()).toMatchObject([{ id, state: 'waiting' }])

    // Nothing that it says is heard from now on.
    between.close()
    files.held = Promise.resolve()
    await pass(160_000)
    await second.sendNow()
    await until(second, id, 'done')
    goOn()
    await until(uploads, id, 'done')
    expect(files.of(id).pieces).toEqual([0, MEGABYTE])
    await vi.waitFor(() => expect(held.size).toBe(0))
    // And the one that lost it sends the next.
    const next = await uploads.add(chosen(bytesOf(300)))
    await until(uploads, next.id, 'done')
  })
})

test.each([
  [403, 'forbidden'],
  [404, 'not-found'],
])('what was announced goes on where its person may not write on the record any more: %i', async (status, code) => {
  files.loseAfterPieces = 1
  const { uploads } = newPage()
  const bytes = bytesOf(1.5 * MEGABYTE)
  const { id } = await uploads.add(chosen(bytes))
  await vi.waitFor(() => expect(files.of(id).pieces).toEqual([0]))
  await until(uploads, id, 'waiting')
  Object.assign(files, { loseAfterPieces: Infinity, putOff: { record: 5, status, code } })
  markConnection({ online: true })
  const again = await reload()
  await until(again, id, 'done')
  expect(files.of(id).pieces).toEqual([0, MEGABYTE])
  expect(await hashOf(files.of(id).bytes())).toBe(await hashOf(bytes))
  // Of what nobody announced the refusal stands.
  const other = await again.add(chosen(bytesOf(300)))
  await until(again, other.id, 'refused')
  expect(again.items().find(item => item.id === other.id)).toMatchObject({ problem: { code } })
})

describe('what the server refused', () => {
  const refusal = { code: 'invalid', message: 'Web pages cannot be attached.' }
  async function refused() {
    const { uploads } = newPage()
    files.refuses = refusal.message
    const { id } = await uploads.add(chosen(bytesOf(300)))
    await until(uploads, id, 'refused')
    return id
  }

  test('is not sent again by the next page, nor without one, before its person says so', async () => {
    const id = await refused()
    server.state.requests.length = 0
    const uploads = await reload()
    await until(uploads, id, 'refused')
    expect(uploads.items()).toMatchObject([{ id, problem: refusal }])
    expect(await sendFiles(db)).toEqual([])
    await moment()
    expect(aboutFiles()).toEqual([])
    files.refuses = ''
    uploads.retry(id)
    await until(uploads, id, 'done')
    expect(await db.blobs.count()).toBe(0)
  })

  test('without a page is refused for the next one, and for one that was open', async () => {
    const { uploads } = await offlinePage()
    const { id } = await uploads.add(chosen(bytesOf(300)))
    files.refuses = refusal.message
    server.state.network = 'up'
    expect(await sendFiles(db)).toEqual([])
    // The answer has said that the server is there.
    await until(uploads, id, 'refused')
    expect(uploads.items()).toMatchObject([{ problem: refusal }])
    expect(server.state.requests.filter(request => request.endsWith('/finish'))).toHaveLength(1)
    const again = await reload()
    await until(again, id, 'refused')
    expect(again.items()).toMatchObject([{ problem: refusal }])
  })

  test('only because of the app, or by a mistake of its own, goes again with the next page', async () => {
    const { uploads } = newPage()
    files.putOff = { record: 5, status: 426, code: 'build-too-old' }
    const { id } = await uploads.add(chosen(bytesOf(300)))
    await until(uploads, id, 'refused')
    files.putOff = null
    await until(await reload(), id, 'done')
  })
})

describe('where the server has no time', () => {
  test('for more files of this person, none is announced before it said, its words are shown, and who asks is obeyed', async () => {
    const { uploads } = await offlinePage()
    files.putOff = { record: 5, status: 429, code: 'too-many', retryAfter: 3_600 }
    const one = await uploads.add(chosen(bytesOf(300)))
    const two = await uploads.add(chosen(bytesOf(200)))
    goOnline()
    const words = { state: 'waiting', problem: { code: 'too-many', message: 'Please go on tomorrow.' } }
    await vi.waitFor(() => expect(uploads.items()).toMatchObject([words, words]))
    await moment(3_500)
    expect(aboutFiles()).toEqual(['POST /dealer-branch/5/files'])
    uploads.retry(one.id)
    await vi.waitFor(() => expect(aboutFiles()).toHaveLength(2))
    await vi.waitFor(() => expect(uploads.items()[0]).toMatchObject(words))
    files.putOff = null
    await uploads.sendNow()
    await until(uploads, one.id, 'done')
    await until(uploads, two.id, 'done')
    expect(uploads.items().map(({ problem }) => problem)).toEqual([null, null])
  })

  test.each([
    [503, 'busy'],
    [503, 'unavailable'],
    [408, 'time-out'],
  ])('for one file (%s %s), the others go, and it goes when the connection is back', async (status, code) => {
    const { uploads } = await offlinePage()
    files.putOff = { record: 5, status, code, retryAfter: 600 }
    const first = await uploads.add(chosen(bytesOf(300)))
    const second = await uploads.add(chosen(bytesOf(200), 6))
    goOnline()
    await until(uploads, second.id, 'done')
    await until(uploads, first.id, 'waiting')
    files.putOff = null
    markConnection({ online: false })
    markConnection({ online: true })
    await until(uploads, first.id, 'done')
  })

  test('it is asked less and less often', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
    const { uploads } = newPage()
    files.putOff = { record: 5, status: 503, code: 'unavailable' }
    await uploads.add(chosen(bytesOf(300)))
    await moment(9_000)
    // At once, and after 4 seconds; the next time would be after 12.
    expect(aboutFiles()).toHaveLength(2)
  })
})

describe('of what was discarded', () => {
  const discarded = { state: 'discarded', open: 0, endedAt: Date.now() } as const

  test.each(['a field', 'a record'])('a photo of %s still waits for its person after a sign-out', async kind => {
    const { uploads } = await offlinePage()
    const { id } = await uploads.add(kind === 'a field' ? inForm(bytesOf(300)) : chosen(bytesOf(300)))
    const args = kind === 'a field' ? { image: [id] } : {}
    await db.outbox.add(
      waitingOp({ op: 'dealerBranch.create', id: 5, lane: 'dealerBranch:5', args, userId, ...discarded }),
    )
    await until(uploads, id, 'refused')
    await signOutHere({ userId, patience: 50 })
    await begin({ userId, permissions: [] })
    db = await openUserDb(userId, register)
    goOnline()
    const again = newPage().uploads
    await until(again, id, 'refused')
    expect(again.items()).toMatchObject([{ hold: 'gone', problem: { code: 'record-discarded' } }])
    expect(await sendFiles(db)).toEqual([])
    expect(aboutFiles()).toEqual([])
    await again.cancel(id)
    await pruneEnded(db, Date.now() + 15 * 86_400_000)
    expect([await db.blobs.count(), await db.outbox.count()]).toEqual([0, 0])
  })

  test('a photo still waits for its person after weeks', async () => {
    const { uploads } = await offlinePage()
    const { id } = await uploads.add(inForm(bytesOf(300)))
    await db.outbox.add(waitingOp({ op: 'dealerBranch.change', args: { image: [id] }, userId, ...discarded }))
    await db.outbox.add(waitingOp({ userId, state: 'done', open: 0, endedAt: discarded.endedAt }))
    await pruneEnded(db, Date.now() + 15 * 86_400_000)
    expect(await db.outbox.count()).toBe(1)
    goOnline()
    await until(await reload(), id, 'refused')
    expect(aboutFiles()).toEqual([])
  })

  test('a photo stays with the form that the change was given back to, until that lets go of it', async () => {
    const { uploads } = newPage()
    const { id } = await uploads.add(inForm(bytesOf(300)))
    await until(uploads, id, 'done')
    await stored(id)
    await db.outbox.add(waitingOp({ op: 'dealerBranch.create', args: { image: [id] }, userId, ...discarded }))
    // A form writes its draft a moment later than the change is given back.
    await moment(1_500)
    await db.drafts.put({ key: 'draft', value: { image: [id] }, at: 0 })
    await moment(6_000)
    expect(await db.blobs.count()).toBe(1)
    expect(uploads.items()).toMatchObject([{ id, state: 'done', ahead: true }])
    await db.drafts.clear()
    await vi.waitFor(async () => expect(await db.blobs.count()).toBe(0))
  })

  test('a photo that was not sent yet goes from such a form like any other', async () => {
    const { uploads } = await offlinePage()
    const { id } = await uploads.add(inForm(bytesOf(300)))
    await db.drafts.put({ key: 'draft', value: { image: [id] }, at: 0 })
    await db.outbox.add(waitingOp({ op: 'dealerBranch.create', args: { image: [id] }, userId, ...discarded }))
    await moment()
    expect(uploads.items()).toMatchObject([{ state: 'waiting', problem: null }])
    goOnline()
    await until(uploads, id, 'done')
    await stored(id)
  })
})

test('a file that a record waits for is taken off it when it is given up, where the server hears of it', async () => {
  const { uploads } = newPage()
  files.refuses = 'Not this one'
  const { id } = await uploads.add(chosen(bytesOf(300)))
  await until(uploads, id, 'refused')
  const told: unknown[] = []
  server.state.routes[`PATCH /file/${id}`] = async request => {
    told.push(await request.json())
    return {}
  }
  await uploads.cancel(id)
  await vi.waitFor(() => expect(told).toEqual([{ removed: true }]))
})

test('a file that came through while its person was asked is taken off its record, and stays where all that waits is deleted', async () => {
  const { uploads } = newPage()
  const one = await uploads.add(chosen(bytesOf(300)))
  const two = await uploads.add(chosen(bytesOf(200)))
  await until(uploads, two.id, 'done')
  expect(await uploads.cancel(one.id)).toBe(true)
  await vi.waitFor(() => expect(files.of(one.id).removed).toBe(true))
  await uploads.dropAll()
  expect(server.state.requests).not.toContain(`PATCH /file/${two.id}`)
  expect(files.of(two.id).removed).toBe(false)
})

test('nothing is let go of as unused while some of the work here is sealed', async () => {
  const { uploads } = newPage()
  const { id } = await uploads.add(inForm(bytesOf(300)))
  await until(uploads, id, 'done')
  await stored(id)
  const later = Date.now() + 15 * 86_400_000
  await db.drafts.put({ key: 'sealed-1', sealed: {} } as never)
  await letGoUnused(db, later)
  expect(await db.blobs.count()).toBe(1)
  await db.drafts.clear()
  await letGoUnused(db, later)
  expect(await db.blobs.count()).toBe(0)
})

test('without a page, what is small and free to go is sent, and the rest is left to one', async () => {
  const { uploads } = await offlinePage()
  await db.outbox.add(waitingOp({ op: 'dealerBranch.create', id: 6, lane: 'dealerBranch:6', userId }))
  const small = await uploads.add(chosen(bytesOf(300)))
  const held = await uploads.add(chosen(bytesOf(200), 6))
  const large = await uploads.add(chosen(bytesOf(MEGABYTE + 1, 11)))
  // The page is closed: it would go on by itself as soon as the server answers.
  closeUserDb(db)
  db = await openUserDb(userId, register)
  server.state.network = 'up'
  expect(await sendFiles(db)).toEqual(['dealerBranch'])
  expect(files.of(small.id).done).toBe(true)
  const left = (await db.blobs.toArray()).flatMap(({ uploads = [] }) => uploads.map(({ id }) => id))
  expect(new Set(left)).toEqual(new Set([held.id, large.id]))
})

describe('given up while it is sent without a page', () => {
  let worker: UserDb
  let goOn = () => {}
  beforeEach(async () => {
    worker = await openUserDb(userId, register)
  })
  afterEach(() => closeUserDb(worker))
  const hold = () => new Promise<void>(resolve => (goOn = resolve))
  /** The page that takes itself for offline has let go of it at this moment, and told nobody. */
  async function giveUpAt(request: RegExp, sending: Promise<unknown>, id: number) {
    await vi.waitFor(() => expect(server.state.requests.some(made => request.test(made))).toBe(true))
    await letGo(db, { id })
    goOn()
    return sending
  }

  test.each([
    ['just announced', /^POST .*files$/, () => void (files.before = hold()), { pieces: [], done: false }],
    ['on its way', /^PUT /, () => void (files.taking = hold()), { pieces: [0], done: false }],
    ['looked at by the server', /finish$/, () => void (files.ending = hold()), { pieces: [0], done: true }],
  ])('a photo that is %s is not on the record', async (_, request, holdThere, came) => {
    const { id } = await (await offlinePage()).uploads.add(chosen(bytesOf(300)))
    closeUserDb(db)
    db = await openUserDb(userId, register)
    server.state.network = 'up'
    holdThere()
    expect(await giveUpAt(request, sendFiles(worker), id)).toEqual(['dealerBranch'])
    expect(files.of(id)).toMatchObject({ ...came, removed: true })
  })

  test('a photo of a form is not sent any further', async () => {
    const { id } = await (await offlinePage()).uploads.add(inForm(bytesOf(300)))
    closeUserDb(db)
    db = await openUserDb(userId, register)
    server.state.network = 'up'
    files.before = hold()
    await giveUpAt(/files$/, sendFiles(worker), id)
    expect(files.of(id)).toMatchObject({ pieces: [], done: false, removed: false })
  })

  test('a photo is not taken off because its person signs out, and it waits for them', async () => {
    const { id } = await (await offlinePage()).uploads.add(chosen(bytesOf(300)))
    closeUserDb(db)
    server.state.network = 'up'
    files.before = hold()
    const sending = sendFiles(worker).catch((error: unknown) => error)
    await vi.waitFor(() => expect(server.state.requests.some(made => made.endsWith('files'))).toBe(true))
    // As it goes where the worker is not told in time: its own handle stays open.
    await clearSession()
    await worker.blobs.toCollection().modify((row, place) => {
      place.value = { hash: `sealed-${row.hash}`, sealed: {} } as never
    })
    goOn()
    await sending
    expect(files.of(id)).toMatchObject({ pieces: [], removed: false })
  })
})

test('nobody sends what somebody else chose on this device', async () => {
  const { uploads } = await offlinePage()
  const { id } = await uploads.add(chosen(bytesOf(300)))
  await until(uploads, id, 'waiting')
  await begin({ userId: userId + 10_000, permissions: [] })
  goOnline()
  const theirs = await openUserDb(userId + 10_000, register)
  const another = newPage(theirs).uploads
  const own = await another.add(chosen(bytesOf(200), 6))
  await until(another, own.id, 'done')
  expect(server.state.requests.filter(request => request.includes('/dealer-branch/5/'))).toEqual([])
  closeUserDb(theirs)
  await begin({ userId, permissions: [] })
  markConnection({ online: false })
  markConnection({ online: true })
  await until(uploads, id, 'done')
})

test('a sign-out in the middle of an upload ends it and keeps the photo; for the same person it goes on where it stopped', async () => {
  let goOn = () => {}
  files.held = new Promise<void>(resolve => (goOn = resolve))
  const bytes = bytesOf(2.5 * MEGABYTE)
  const { id } = await newPage().uploads.add(chosen(bytes))
  const pieces = () => server.state.requests.filter(request => request === `PUT /file/${id}/upload`).length
  await vi.waitFor(() => expect(pieces()).toBe(2))
  await signOutHere({ userId, patience: 50 })
  goOn()
  await new Promise(resolve => setTimeout(resolve, 50))
  // Nobody is signed in: nothing more of it leaves.
  expect(pieces()).toBe(2)

  await begin({ userId, permissions: [] })
  db = await openUserDb(userId, register)
  expect(await db.blobs.count()).toBe(1)
  const { uploads } = newPage()
  await until(uploads, id, 'done')
  const { pieces: offsets, bytes: arrived } = files.of(id)
  expect(offsets).toEqual([0, MEGABYTE, 2 * MEGABYTE])
  expect(await hashOf(arrived())).toBe(await hashOf(bytes))
  expect(await db.blobs.count()).toBe(0)
})

async function hashOf(bytes: Blob) {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return Buffer.from(digest).toString('hex')
}

type Manifest = { id: number; mid: string; size: number; name: string; hash: string }

/** The server's end of uploads, with faults to switch on. */
function fileDouble({ state }: SyncDouble) {
  type Kept = { manifest: Manifest; pieces: number[]; parts: Blob[]; done: boolean; removed: boolean }
  const kept = new Map<number, Kept>()
  const faults = {
    loseAfterPieces: Infinity,
    knowsEverything: false,
    damaged: 0,
    refuses: '',
    before: Promise.resolve(),
    /** A piece that is there, and the end, are answered after these. */
    taking: Promise.resolve(),
    ending: Promise.resolve(),
    /** Pieces after the first wait for it. */
    held: Promise.resolve(),
    gatewayTakes: Infinity,
    /** What is announced for this record is put off like so. */
    putOff: null as null | { record: number; status: number; code: string; retryAfter?: number },
    forget: (id: number) => void kept.delete(id),
    of: (id: number) => {
      const file = kept.get(id)!
      return { ...file, bytes: () => new Blob(file.parts) }
    },
  }
  const problem = (status: number, code: string, message = code, headers: Record<string, string> = {}) =>
    Response.json({ code, message, requestId: 'r' }, { status, headers })
  const sizeOf = (parts: Blob[]) => parts.reduce((sum, part) => sum + part.size, 0)
  const rowOf = (id: number): FileRow => {
    const { manifest, parts, done } = kept.get(id)!
    return fileRow(id, manifest.name, {
      kind: done ? 'document' : null,
      type: null,
      size: manifest.size,
      removed: kept.get(id)!.removed,
      received: done ? null : sizeOf(parts),
    })
  }
  const announce = async (request: Request) => {
    const manifest = (await request.json()) as Manifest
    await faults.before
    const { putOff } = faults
    if (putOff && request.url.includes(`/${putOff.record}/`)) {
      const headers = putOff.retryAfter === undefined ? {} : { 'Retry-After': String(putOff.retryAfter) }
      return problem(putOff.status, putOff.code, 'Please go on tomorrow.', headers)
    }
    const known = kept.get(manifest.id)
    if (known?.manifest.hash !== manifest.hash)
      kept.set(manifest.id, { manifest, pieces: [], parts: [], done: faults.knowsEverything, removed: false })
    for (const [name, answer] of Object.entries(routesOf(manifest.id))) state.routes[name] = answer
    return rowOf(manifest.id)
  }
  const routesOf = (id: number): typeof state.routes => ({
    [`PUT /file/${id}/upload`]: async request => {
      const file = kept.get(id)!
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      const bytes = await request.arrayBuffer()
      if (offset > 0) await faults.held
      if (offset !== sizeOf(file.parts)) return problem(422, 'not-now')
      if (bytes.byteLength > faults.gatewayTakes) return new Response('<h1>Too large</h1>', { status: 413 })
      file.pieces.push(offset)
      file.parts.push(new Blob([bytes]))
      await faults.taking
      if (file.pieces.length >= faults.loseAfterPieces) throw new TypeError('Failed to fetch')
      return { received: sizeOf(file.parts), done: false }
    },
    [`GET /file/${id}/upload`]: () => ({ received: sizeOf(kept.get(id)!.parts), done: kept.get(id)!.done }),
    [`POST /file/${id}/finish`]: async () => {
      const file = kept.get(id)!
      if (faults.refuses) return problem(400, 'invalid', faults.refuses)
      if (faults.damaged > 0) {
        faults.damaged -= 1
        file.parts = []
        return problem(409, 'changed-meanwhile')
      }
      file.done = true
      await faults.ending
      return rowOf(id)
    },
    [`PATCH /file/${id}`]: async request => {
      kept.get(id)!.removed = ((await request.json()) as { removed: boolean }).removed
      return rowOf(id)
    },
  })
  state.routes['POST /dealer-branch/5/files'] = announce
  state.routes['POST /dealer-branch/6/files'] = announce
  state.routes['POST /dealer-branch/files'] = announce
  return faults
}
