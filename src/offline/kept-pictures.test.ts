// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import { MOST_PICTURES } from '#contract/pictures.ts'
import { register } from '#contract/register.ts'
import { pullOnce } from '../../tests/support/pull-once.ts'
import { answered, itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { applyAnswered } from './answered.ts'
import { keptRow } from './kept-files.ts'
import { fillPictures, missingPictures } from './kept-pictures.ts'
import { makeReady, readinessFacts } from './make-ready.ts'
import { BRING_BACK, EVERYTHING } from './bring-back.ts'
import { tidyUp } from './tidy-up.ts'
import { openUserDb, readCursor, type UserDb } from './user-db.ts'

const now = Date.now()
const DAY = 86_400_000
const signal = new AbortController().signal

let db: UserDb
let server: SyncDouble
let userId = 7_600

beforeEach(async () => {
  vi.stubGlobal('Blob', NodeBlob)
  server = syncDouble()
  userId += 1
  db = await openUserDb(userId, register)
  await pullOnce(db, register)
  const cursor = (await readCursor(db))!
  await db.meta.put({
    key: 'cursor',
    value: { ...cursor, groups: { ...cursor.groups, names: ['lists', 'maintenance'] } },
  })
})
afterEach(() => {
  db.close()
  for (const name of stubbed.splice(0)) Reflect.deleteProperty(navigator, name)
})

const stubbed: string[] = []
const stubNavigator = (name: string, value: unknown) => {
  stubbed.push(name)
  Object.defineProperty(navigator, name, { configurable: true, value })
}

const job = (id: number, photos: number[], inDays: number | null, more: object = {}): Row => ({
  ...itemRow(id),
  updatedAt: new Date(now).toISOString(),
  stage: 'assigned',
  assignedTo: userId,
  scheduledAt: inDays === null ? null : new Date(now + inDays * DAY).toISOString(),
  photos,
  ...more,
})
const keep = async (row: Row) =>
  applyAnswered(db, register, (await readCursor(db))!.epoch, [answered('maintenance', row)])
const has = (id: number, bytes = 10) => {
  server.state.routes[`GET /file/${id}/content`] = request =>
    new URL(request.url).searchParams.get('size') === 'small'
      ? new Response(new Uint8Array(bytes), {
          headers: { 'content-type': 'image/webp', 'content-disposition': 'attachment' },
        })
      : Response.json({}, { status: 500 })
}
const fails = (id: number) => {
  server.state.routes[`GET /file/${id}/content`] = () =>
    Response.json({ code: 'broken', message: 'No', requestId: 'r' }, { status: 500 })
}
const tidy = () => tidyUp({ db, register, userId, deviceId: crypto.randomUUID() }, signal)
const missing = async (at = now) => (await missingPictures(db, register, userId, at)).map(({ id }) => id)
const fill = (at = now) => fillPictures(db, register, userId, at, { signal })

test('the small pictures of my jobs come, the soonest first, and what is here is not asked for again', async () => {
  await keep(job(1, [11, 12], 5))
  await keep(job(2, [21], 1))
  await keep(job(3, [31], 20))
  expect(await missing()).toEqual([21, 11, 12])
  expect((await readinessFacts(db, register, userId)).pictures).toHaveLength(3)
  for (const id of [11, 12, 21]) has(id)
  await fill()
  expect(await missing()).toEqual([])
  expect(await db.pictures.get(21)).toMatchObject({ type: 'image/webp', bytes: { byteLength: 10 } })
  const asked = server.state.requests.length
  await fill()
  expect(server.state.requests).toHaveLength(asked)
})

test('what was chosen here and waits to be sent is here', async () => {
  await keep(job(1, [11], 1))
  const upload = { id: 11, at: now } as Parameters<typeof keptRow>[1][number]
  await db.blobs.put(keptRow({ hash: 'h', mime: 'image/png', bytes: new ArrayBuffer(1) }, [upload]))
  expect(await missing()).toEqual([])
})

test('a picture that the server does not have is asked for again an hour later, and keeps nobody from leaving', async () => {
  await keep(job(1, [11], 1))
  await fill()
  const asked = server.state.requests.length
  await fill(now + 59 * 60_000)
  expect(server.state.requests).toHaveLength(asked)
  // Whoever left ready is out there for a day, and can ask nobody.
  for (const minutes of [0, 61, 8 * 60]) expect(await missing(now + minutes * 60_000)).toEqual([])
  has(11)
  await fill(now + 61 * 60_000)
  expect((await db.pictures.get(11))?.bytes).not.toBeNull()
})

test('where the server cannot be asked, what lacks is said', async () => {
  await keep(job(1, [11, 12], 1))
  server.state.network = 'refuse'
  await expect(fill()).rejects.toThrow()
  expect(await missing()).toEqual([11, 12])
})

test('a picture that does not come holds up nothing that is needed', async () => {
  await keep(job(1, [11], 1))
  fails(11)
  const fills: unknown[] = []
  const postMessage = ({ fill }: { fill: boolean }, [port]: [MessagePort]) => {
    fills.push(fill)
    port.postMessage({ missing: 0 })
  }
  stubNavigator('serviceWorker', { controller: { postMessage } })
  const onProgress = vi.fn()
  await expect(makeReady({ db, register, userId, pull: () => null, signal, onProgress })).rejects.toThrow()
  expect(fills).toEqual([true])
  expect(onProgress).toHaveBeenLastCalledWith(0.8)

  await db.meta.put({ key: 'driftCheckedAt', value: now - 8 * DAY })
  server.state.routes['POST /sync/digest'] = () => ({ drifted: [] })
  await expect(tidy()).rejects.toThrow()
  expect(server.state.requests).toContain('POST /sync/digest')
})

test('pictures go with their job, also where the browser saves data', async () => {
  await keep(job(1, [11], 1))
  await keep(job(2, [12], 1))
  has(11)
  has(12)
  await fill()
  await keep({ ...job(1, [11], 1), version: 2, stage: 'closed' })
  stubNavigator('connection', { saveData: true })
  const asked = server.state.requests.length
  await keep(job(3, [13], 1))
  await tidy()
  expect(await db.pictures.toCollection().primaryKeys()).toEqual([12])
  expect(server.state.requests).toHaveLength(asked)
})

test('a device that has thrown off records takes no pictures along', async () => {
  await keep(job(1, [11], 1))
  has(11)
  await db.meta.put({ key: BRING_BACK, value: EVERYTHING })
  await fill()
  expect(await db.pictures.count()).toBe(0)
})

test('there is an end to how many are taken along', async () => {
  const many = Array.from({ length: MOST_PICTURES + 5 }, (_, at) => 1_000 + at)
  await keep(job(1, many, 1))
  expect(await missing()).toHaveLength(MOST_PICTURES)
})
