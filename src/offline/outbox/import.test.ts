import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { itemRow } from '../../../tests/support/sync-double.ts'
import { fileKeyFrom } from '../file-key.ts'
import { keptRow, withManifests } from '../kept-files.ts'
import { closeUserDb, openUserDb, type UserDb } from '../user-db.ts'
import { countFiles } from './count.ts'
import { exportUnsent } from './export.ts'
import { importUnsent, makerOf, otherOrigin, outlineOf, readExport } from './import.ts'
import { blobOf, signed, type UnsentExport } from './export-format.ts'
import { wireOf } from './machine.ts'
import type { OutboxOp } from './op.ts'
import { outboxIn, type OutboxStore } from './store.ts'

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const bytes = new TextEncoder().encode('hello').buffer

let userId = 8_100
let db: UserDb
let store: OutboxStore

beforeEach(async () => {
  userId += 1
  db = await openUserDb(userId, register)
  store = outboxIn(db, register)
})
afterEach(() => closeUserDb(db))

const change = (changes: Partial<OutboxOp> = {}) =>
  waitingOp({ userId, args: { label: 'Mine' }, base: { version: 1, fields: { label: 'Theirs' } }, ...changes })

const fileOf = (ops: OutboxOp[], more: Partial<UnsentExport> = {}): UnsentExport => {
  const text = JSON.stringify({
    format: 'caredesk-unsent',
    version: 1,
    userId,
    exportedAt: '2026-11-22T10:00:00.000Z',
    ops,
    blobs: [],
    drafts: [],
    ...more,
  })
  const read = readExport(text, userId)
  if (typeof read === 'string') throw new Error(read)
  return read
}
const kept = () => db.outbox.toArray()

it('takes in what waits on another device, and shows it over its record', async () => {
  await db.lists.put({ id: 1, t: 'source', v: 1, g: 0, on: 1, row: itemRow(1, 'Theirs') })
  const op = change({ seq: 70, ord: 70, queueSeq: 70, state: 'sending', claim: 'x/1', sentOnce: true })
  const answer = await importUnsent(db, store, fileOf([op]))
  expect(answer).toEqual({ added: 1, known: 0, blobs: 0, drafts: 0, damaged: 0 })
  expect(await kept()).toMatchObject([
    {
      seq: 1,
      ord: 1,
      mid: op.mid,
      queueId: op.queueId,
      queueSeq: 70,
      deviceId: op.deviceId,
      state: 'pending',
      claim: null,
      sentOnce: true,
      open: 1,
    },
  ])
  expect((await db.lists.get(1))?.row?.label).toBe('Mine')
})

it('reads in a file that was put together in parts what was put into it', async () => {
  await db.outbox.bulkPut([change({ seq: 1, ord: 1 }), change({ seq: 2, ord: 2, args: { label: 'a "b", \n []' } })])
  await db.blobs.put(keptRow({ hash: HELLO, mime: 'image/png', bytes }, []))
  await db.blobs.put(keptRow({ hash: 'other', mime: 'image/png', bytes }, []))
  const made = await exportUnsent(db, userId)
  expect([made.ops.length, made.blobs.length, made.drafts.length]).toEqual([2, 2, 0])
  expect(JSON.parse(await blobOf(made).text())).toEqual(JSON.parse(JSON.stringify(made)))
  const more: UnsentExport = { ...made, ops: [], blobs: [], drafts: [{ key: 'source:1', value: 'Half', at: 1 }] }
  expect(await blobOf(more).text()).toBe(JSON.stringify(more))
})

it('makes a text of no more than one photo at a time, of whatever size the file is', async () => {
  const photos = await Promise.all(
    [1, 2, 3].map(async n => {
      const bytes = new Uint8Array(300_000).fill(n).buffer
      const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
      return keptRow({ hash: digest, mime: 'image/jpeg', bytes }, [])
    }),
  )
  await db.outbox.put(change({ seq: 1, ord: 1, args: { label: 'Größe\n' } }))
  await db.blobs.bulkPut(photos)
  const encode = vi.spyOn(globalThis, 'btoa')
  const made = await exportUnsent(db, userId)
  expect(encode).not.toHaveBeenCalled()
  const file = blobOf(made)
  const texts: number[] = []
  const text = Blob.prototype.text
  vi.spyOn(Blob.prototype, 'text').mockImplementation(async function (this: Blob) {
    texts.push(this.size)
    return text.call(this)
  })
  const found = readExport(await outlineOf(file), userId)
  if (typeof found === 'string') throw new Error(found)
  const there = await openUserDb(userId + 200_000, register)
  const answer = await importUnsent(there, outboxIn(there, register), found, file)
  expect(answer).toMatchObject({ added: 1, damaged: 0 })
  expect(await there.outbox.toArray()).toMatchObject([{ args: { label: 'Größe\n' } }])
  const byHash = (rows: { hash: string; bytes: ArrayBuffer }[]) =>
    Object.fromEntries(rows.map(({ hash, bytes }) => [hash, new Uint8Array(bytes)[0]]))
  expect(byHash(await there.blobs.toArray())).toEqual(byHash(photos))
  expect(Math.max(...texts)).toBe(400_000)
  expect(file.size).toBeGreaterThan(1_200_000)
  closeUserDb(there)
})

it('lets neither device take back by itself what is in a file, for the other may send it', async () => {
  await db.outbox.bulkPut([change({ seq: 1, ord: 1 }), change({ seq: 2, ord: 2, state: 'done', open: 0, endedAt: 1 })])
  const text = JSON.stringify(await exportUnsent(db, userId))
  expect((await kept()).map(({ sentOnce }) => sentOnce)).toEqual([true, false])
  // As a file of an older build has it.
  const found = readExport(text.replaceAll('"sentOnce":true', '"sentOnce":false'), userId) as UnsentExport
  const there = await openUserDb(userId + 100_000, register)
  expect(await importUnsent(there, outboxIn(there, register), found)).toMatchObject({ added: 1 })
  expect((await there.outbox.toArray()).map(({ sentOnce }) => sentOnce)).toEqual([true])
  closeUserDb(there)
})

it('gives out its work where nothing can be written any more', async () => {
  await db.outbox.put(change({ seq: 1, ord: 1 }))
  vi.spyOn(db.outbox, 'bulkPut').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  expect((await exportUnsent(db, userId)).ops).toHaveLength(1)
})

it('does nothing when the same file comes twice, whatever became of its changes meanwhile', async () => {
  const first = change({ seq: 1, ord: 1 })
  const second = change({ seq: 2, ord: 2, prevMid: first.mid })
  await importUnsent(db, store, fileOf([second, first]))
  expect((await kept()).map(({ mid }) => mid)).toEqual([first.mid, second.mid])
  await db.outbox.where('mid').equals(first.mid).modify({ state: 'done', open: 0 })
  const before = await kept()
  expect(await importUnsent(db, store, fileOf([second, first]))).toMatchObject({ added: 0, known: 2 })
  expect(await kept()).toEqual(before)
})

it('asks the server once more about what it had refused, and leaves to its person what only the device asks', async () => {
  const problem = { code: 'invalid', message: 'No', at: 1 }
  const refused = { sentOnce: true, state: 'rejected', problem } as const
  const ops = [
    change({ seq: 1, lane: 'source:1', ...refused }),
    change({ seq: 2, lane: 'source:2', ...refused, state: 'conflict' }),
    change({ seq: 3, lane: 'source:3', ...refused, problem: { ...problem, own: true } }),
  ]
  await importUnsent(db, store, fileOf(ops))
  expect((await kept()).map(({ state, problem }) => [state, problem !== null])).toEqual([
    ['pending', false],
    ['pending', false],
    ['rejected', true],
  ])
})

it('comes back as it was exported, bytes and drafts too', async () => {
  const refused = change({ state: 'rejected', problem: { code: 'invalid', message: 'No.', at: 5, own: true } })
  await importUnsent(db, store, fileOf([refused, change({ lane: 'source:2', id: 2 })]))
  await db.blobs.put({ hash: HELLO, mime: 'image/jpeg', bytes })
  await db.drafts.put({ key: 'customer:new', value: { name: 'Asha' }, at: 3 })
  const whole = JSON.stringify(await exportUnsent(db, userId))

  const other = await openUserDb(userId + 500_000, register)
  const read = readExport(whole, userId)
  if (typeof read === 'string') throw new Error(read)
  const answer = await importUnsent(other, outboxIn(other, register), read)
  expect(answer).toEqual({ added: 2, known: 0, blobs: 1, drafts: 1, damaged: 0 })
  expect(await other.outbox.toArray()).toEqual(await kept())
  expect(new TextDecoder().decode((await other.blobs.get(HELLO))!.bytes)).toBe('hello')
  expect(await other.drafts.toArray()).toEqual(await db.drafts.toArray())
  closeUserDb(other)
})

it('keeps a draft that is here, and refuses bytes that are damaged', async () => {
  await db.drafts.put({ key: 'customer:new', value: 'here', at: 9 })
  const answer = await importUnsent(
    db,
    store,
    fileOf([], {
      drafts: [{ key: 'customer:new', value: 'there', at: 3 }],
      blobs: [
        { hash: HELLO, mime: 'image/jpeg', base64: btoa('hullo') },
        { hash: HELLO, mime: 'image/jpeg', base64: '%' },
      ],
    }),
  )
  expect(answer).toMatchObject({ blobs: 0, drafts: 0, damaged: 2 })
  expect((await db.drafts.get('customer:new'))?.value).toBe('here')
})

it('takes the photos of a change in with it: it goes out with what it names', async () => {
  const upload = {
    id: 4_711,
    mid: crypto.randomUUID(),
    module: 'part',
    path: '/part',
    record: null as number | null,
    field: 'image' as string | null,
    name: 'photo.jpg',
    size: 5,
    hash: HELLO,
    at: 1,
  }
  const op = change({ op: 'part.create', lane: 'part:1', args: { name: 'Blade', image: [upload.id] }, base: null })
  const blobs = [{ hash: HELLO, mime: 'image/jpeg', base64: btoa('hello'), uploads: [upload] }]
  // The same photo is for a record too.
  blobs[0]!.uploads.push({ ...upload, id: 4_712, record: 8, field: null })
  expect(await importUnsent(db, store, fileOf([op], { blobs }))).toMatchObject({ blobs: 2 })
  expect(await countFiles(db)).toBe(2)
  const envelope = { queueId: op.queueId, deviceId: op.deviceId, epoch: null, build: 'test', acknowledged: 0 }
  const { ops } = await withManifests(db, { ...envelope, ops: [wireOf(op, true)] })
  expect(ops).toMatchObject([
    { mid: op.mid, files: [{ id: upload.id, device: op.deviceId, mid: upload.mid, hash: HELLO, field: 'image' }] },
  ])
})

it('leaves the photos of what was discarded where they are, and those of anything else come along', async () => {
  const photo = (id: number, hash: string, record: number | null) => ({
    id,
    mid: crypto.randomUUID(),
    module: 'part',
    path: '/part',
    record,
    field: record === null ? 'image' : null,
    name: 'photo.jpg',
    size: 5,
    hash,
    at: 1,
  })
  const over = { state: 'discarded', open: 0, endedAt: 1 } as const
  await db.outbox.bulkPut([
    change({ op: 'part.change', args: { image: [1] }, ...over }),
    change({ op: 'part.create', id: 9, lane: 'part:9', args: {}, ...over }),
    change({ op: 'part.change', args: { image: [3] } }),
  ])
  await db.blobs.bulkPut([
    keptRow({ hash: 'a', mime: 'image/jpeg', bytes }, [photo(1, 'a', null), photo(4, 'a', 5)]),
    keptRow({ hash: 'b', mime: 'image/jpeg', bytes }, [photo(2, 'b', 9)]),
    keptRow({ hash: 'c', mime: 'image/jpeg', bytes }, [photo(3, 'c', null)]),
  ])
  const { blobs } = await exportUnsent(db, userId)
  expect(blobs.map(({ hash, uploads }) => [hash, uploads?.map(({ id }) => id)])).toEqual([
    ['a', [4]],
    ['c', [3]],
  ])
})

it('holds what only the page has, and what is taken in of it is a photo like any other', async () => {
  const photo = { id: 7, mid: crypto.randomUUID(), module: 'part', path: '/part', record: 5, field: null }
  const chosen = { ...photo, name: 'a.jpg', size: 5, hash: HELLO, at: 1 }
  const item = { ...chosen, bytes: new Blob([bytes], { type: 'image/jpeg' }), sent: 0, problem: null, hold: null }
  const found = await exportUnsent(db, userId, [
    { ...item, state: 'waiting', kept: false },
    { ...item, id: 8, state: 'waiting', kept: true },
    { ...item, id: 9, state: 'done', kept: false },
  ])
  expect(found.blobs).toEqual([{ hash: HELLO, mime: 'image/jpeg', base64: btoa('hello'), uploads: [chosen] }])
  const read = readExport(JSON.stringify(found), userId) as UnsentExport
  expect(await importUnsent(db, store, read)).toMatchObject({ blobs: 1, damaged: 0 })
  expect(await db.blobs.toArray()).toMatchObject([{ uploads: [chosen], files: [7] }])
})

it('leaves out what is sealed, and is taken in all the same', async () => {
  await db.outbox.put(change({ seq: 1, ord: 1 }))
  await db.table('blobs').put({ hash: 'sealed-1', sealed: {} })
  await db.table('drafts').bulkPut([
    { key: 'sealed-2', sealed: {} },
    { key: 'customer:new', value: { name: 'Asha' }, at: 3 },
  ])
  const found = readExport(JSON.stringify(await exportUnsent(db, userId)), userId)
  expect(found).toMatchObject({ ops: [{ seq: 1 }], blobs: [], drafts: [{ key: 'customer:new' }] })
})

it('leaves out what came to its end before it was exported', async () => {
  const answer = await importUnsent(db, store, fileOf([change({ state: 'done', open: 0 })]))
  expect(answer).toMatchObject({ added: 0, known: 0 })
  expect(await kept()).toEqual([])
})

it('refuses what is none of ours, of a newer build, or of somebody else', () => {
  expect(readExport('{', userId)).toBe('unreadable')
  expect(readExport('{"ops":[]}', userId)).toBe('unreadable')
  expect(readExport('null', userId)).toBe('unreadable')
  expect(readExport(JSON.stringify({ format: 'caredesk-unsent', version: 2 }), userId)).toBe('newer')
  const theirs = { ...fileOf([]), userId: userId + 1 }
  expect(readExport(JSON.stringify(theirs), userId)).toBe('other-person')
  expect(readExport(JSON.stringify(fileOf([])).replace('"ops":[]', `"ops":[{"mid":1}]`), userId)).toBe('unreadable')
  const smuggled = { ...fileOf([]), ops: [change({ userId: userId + 1 })] }
  expect(readExport(JSON.stringify(smuggled), userId)).toBe('other-person')
})

it('says of which server it is, and is told where it is taken to another one', async () => {
  await db.outbox.put(change({ seq: 1, ord: 1 }))
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('location', { origin: 'https://practice.example' })
  const read = readExport(JSON.stringify(await exportUnsent(db, userId)), userId) as UnsentExport
  expect(otherOrigin(read)).toBeNull()
  vi.stubGlobal('location', { origin: 'https://desk.example' })
  expect(otherOrigin(read)).toBe('https://practice.example')
  // A file of an earlier build.
  expect(otherOrigin(fileOf([]))).toBeNull()
})

const keyOf = (letter: string) =>
  fileKeyFrom(Buffer.from(letter.repeat(32)).toString('base64url')) as Promise<CryptoKey>
/** What such a file says of who made it, to a device with this key. */
const makerIn = async (text: string, key: CryptoKey | undefined) => {
  const found = readExport(text, userId)
  if (typeof found === 'string') throw new Error(found)
  return makerOf(text, found, key)
}

it('knows a file that its person saved on another device, photos and drafts with it', async () => {
  await db.outbox.put(change({ seq: 1, ord: 1, args: { label: ' Größe "x" \u200b', when: undefined } }))
  await db.blobs.put(keptRow({ hash: HELLO, mime: 'image/png', bytes }, []))
  await db.drafts.put({ key: 'source:1', value: { b: 1, a: ['Half'] }, at: 1 })
  const file = blobOf(await signed(await exportUnsent(db, userId), await keyOf('a')))
  const outline = await outlineOf(file)
  expect(await makerIn(outline, await keyOf('a'))).toBe('own')
  // The order of what stands in it says nothing.
  const { ops, ...rest } = JSON.parse(outline) as UnsentExport
  expect(await makerIn(JSON.stringify({ ops, ...rest }), await keyOf('a'))).toBe('own')
})

it.each([
  ['a change in it', (file: UnsentExport) => Object.assign(file.ops[0]!.args, { label: 'Theirs' })],
  ['a change more', (file: UnsentExport) => file.ops.push(change({ seq: 2, ord: 2 }))],
  ['its address', (file: UnsentExport) => Object.assign(file, { origin: 'https://elsewhere.example' })],
  ['a draft more', (file: UnsentExport) => file.drafts.push({ key: 'source:1', value: 'x', at: 1 })],
  ['its signature', (file: UnsentExport) => Object.assign(file, { signature: 'ff' })],
])('takes a file for forged that somebody changed after it was saved: %s', async (_, forge) => {
  await db.outbox.put(change({ seq: 1, ord: 1 }))
  const file = JSON.parse(
    JSON.stringify(await signed(await exportUnsent(db, userId), await keyOf('a'))),
  ) as UnsentExport
  forge(file)
  expect(await makerIn(JSON.stringify(file), await keyOf('a'))).toBe('forged')
})

it('takes what a colleague signed for forged, and asks about what is not signed', async () => {
  await db.outbox.put(change({ seq: 1, ord: 1 }))
  const made = await exportUnsent(db, userId)
  expect(await makerIn(JSON.stringify(await signed(made, await keyOf('b'))), await keyOf('a'))).toBe('forged')
  expect(await makerIn(JSON.stringify(made), await keyOf('a'))).toBe('unsigned')
  expect(await makerIn(JSON.stringify(await signed(made, await keyOf('a'))), undefined)).toBe('unsigned')
})
