import { Blob as NodeBlob } from 'node:buffer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileRow } from '#contract/calls/attached.ts'
import { register } from '#contract/register.ts'
import { begin } from '../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { markConnection } from './connection.ts'
import { leasedIds } from './ids.ts'
import { metaIn } from './keep-meta.ts'
import type { Sender } from './push.ts'
import { sendQueue } from './queue.ts'
import { closeUserDb, openUserDb, type UserDb } from './user-db.ts'
import { uploadsOf, type UploadItem, type Uploads } from './uploads.ts'

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
  server = syncDouble()
  files = fileDouble(server)
  await begin({ userId, permissions: [] })
  markConnection({ online: true })
  db = await openUserDb(userId, register)
})
afterEach(() => closeUserDb(db))

/** A page of the app: a reload is another one on the same database. */
const newPage = (of = db): { uploads: Uploads; sender: Sender } => {
  const meta = metaIn(of)
  const sender: Sender = {
    db: of,
    register,
    deviceId,
    ids: leasedIds(meta, deviceId),
    queue: sendQueue(meta),
    onChanged: vi.fn(),
    onWritten: vi.fn(),
  }
  return { sender, uploads: uploadsOf(sender) }
}
const bytesOf = (size: number, seed = 7) =>
  new Blob([Uint8Array.from({ length: size }, (_, n) => (n * seed) % 251)], { type: 'application/pdf' })
const chosen = (bytes: Blob, record = 5) => ({
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
  const after = newPage()
  await until(after.uploads, item.id, 'done')
  expect(files.of(item.id).manifest.mid).toBe(item.mid)
  expect(await db.blobs.count()).toBe(0)
})

test('an answer that is lost in the middle costs no byte that has arrived', async () => {
  const { uploads } = newPage()
  files.loseAfterPieces = 2
  const bytes = bytesOf(3 * MEGABYTE)
  const { id } = await uploads.add(chosen(bytes))
  await until(uploads, id, 'waiting')
  files.loseAfterPieces = Infinity
  markConnection({ online: true })
  await until(uploads, id, 'done')
  expect(files.of(id).pieces).toEqual([0, MEGABYTE, 2 * MEGABYTE])
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

test('nobody sends what somebody else chose on this device', async () => {
  const { uploads, sender } = newPage()
  await sender.ids.refill()
  server.state.network = 'refuse'
  const { id } = await uploads.add(chosen(bytesOf(300)))
  await until(uploads, id, 'waiting')
  await begin({ userId: userId + 10_000, permissions: [] })
  server.state.network = 'up'
  server.state.requests.length = 0
  markConnection({ online: true })
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

async function hashOf(bytes: Blob) {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return Buffer.from(digest).toString('hex')
}

type Manifest = { id: number; mid: string; size: number; name: string }

/** The server's end of uploads, with faults to switch on. */
function fileDouble({ state }: SyncDouble) {
  const kept = new Map<number, { manifest: Manifest; pieces: number[]; parts: Blob[]; done: boolean }>()
  const faults = {
    loseAfterPieces: Infinity,
    knowsEverything: false,
    damaged: 0,
    refuses: '',
    before: Promise.resolve(),
    of: (id: number) => {
      const file = kept.get(id)!
      return { ...file, bytes: () => new Blob(file.parts) }
    },
  }
  const problem = (status: number, code: string, message = code) =>
    Response.json({ code, message, requestId: 'r' }, { status })
  const sizeOf = (parts: Blob[]) => parts.reduce((sum, part) => sum + part.size, 0)
  const rowOf = (id: number): FileRow => {
    const { manifest, parts, done } = kept.get(id)!
    return {
      id,
      name: manifest.name,
      kind: done ? 'document' : null,
      type: null,
      size: manifest.size,
      width: null,
      height: null,
      position: 1,
      madeAt: '2026-11-21T10:00:00.000Z',
      madeBy: 1,
      madeByName: 'Me',
      removed: false,
      received: done ? null : sizeOf(parts),
    }
  }
  const announce = async (request: Request) => {
    const manifest = (await request.json()) as Manifest
    await faults.before
    const known = kept.get(manifest.id)
    if (!known) kept.set(manifest.id, { manifest, pieces: [], parts: [], done: faults.knowsEverything })
    for (const [name, answer] of Object.entries(routesOf(manifest.id))) state.routes[name] = answer
    return rowOf(manifest.id)
  }
  const routesOf = (id: number): typeof state.routes => ({
    [`PUT /file/${id}/upload`]: async request => {
      const file = kept.get(id)!
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      if (offset !== sizeOf(file.parts)) return problem(422, 'not-now')
      file.pieces.push(offset)
      file.parts.push(new Blob([await request.arrayBuffer()]))
      if (file.pieces.length >= faults.loseAfterPieces) throw new TypeError('Failed to fetch')
      return { received: sizeOf(file.parts), done: false }
    },
    [`GET /file/${id}/upload`]: () => ({ received: sizeOf(kept.get(id)!.parts), done: false }),
    [`POST /file/${id}/finish`]: () => {
      const file = kept.get(id)!
      if (faults.refuses) return problem(400, 'invalid', faults.refuses)
      if (faults.damaged > 0) {
        faults.damaged -= 1
        file.parts = []
        return problem(409, 'changed-meanwhile')
      }
      file.done = true
      return rowOf(id)
    },
  })
  state.routes['POST /dealer-branch/5/files'] = announce
  state.routes['POST /dealer-branch/6/files'] = announce
  return faults
}
