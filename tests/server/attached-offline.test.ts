import { randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FileInput, NotesAnswer } from '#contract/calls/attached.ts'
import type { PushOp } from '#contract/calls/push.ts'
import { register } from '#contract/register.ts'
import { tieStrays } from '#server/attached/strays.ts'
import { sweep } from '#server/attached/sweep.ts'
import { openStorage } from '#server/storage/open.ts'
import { sha256, startAttached, type Attached } from '../support/attached.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'

/** What was written and photographed without a connection, as it comes in afterwards. */
let server: Attached
let clerk: SignedIn
let device: HttpDevice
let photo: Buffer
const RIGHTS = ['52-a', '52-b', '52-c', '52-d', '104-a', '104-b', '104-c', '104-d']

beforeAll(async () => {
  server = await startAttached()
  clerk = await signedIn(server, { permissions: RIGHTS })
  device = httpDevice(server.app, clerk)
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => server?.close())

const branch = async () =>
  (await server.answered(clerk, 'POST', '/dealer-branch', { name: `Branch ${randomUUID().slice(0, 8)}` })).body.id
const note = async (record: number, text: string, more: Partial<PushOp> = {}) => {
  const id = await device.newId()
  return device.op('dealerBranch.note', record, { id, text }, { lane: `dealerBranch:${id}`, ...more })
}
const notesOf = async (record: number) =>
  (await server.ask(clerk, 'GET', `/dealer-branch/${record}/notes`)).json<NotesAnswer>().notes

describe('a note that was written offline', () => {
  test('is there once under its device’s number, however often it is sent, and leaves the record as it is', async () => {
    const record = await branch()
    const op = await note(record, 'Gate code 4471')
    expect(await device.push(op)).toMatchObject([{ status: 'applied', version: 1, row: { id: record } }])
    expect(await device.push(op)).toMatchObject([{ status: 'replayed' }])
    expect(await notesOf(record)).toMatchObject([{ id: op.args.id, text: 'Gate code 4471', madeBy: clerk.userId }])
  })

  test('never conflicts with what others wrote, and waits for nothing else that is said of the record', async () => {
    const record = await branch()
    const bad = device.op('dealerBranch.change', record, { name: '' }, { base: { version: 1, fields: {} } })
    const [mine, second] = [await note(record, 'One'), await note(record, 'Two')]
    const other = httpDevice(server.app, clerk)
    const id = await other.newId()
    const theirs = other.op('dealerBranch.note', record, { id, text: 'Theirs' }, { lane: `dealerBranch:${id}` })
    expect((await device.push(bad, mine, second)).map(({ status }) => status)).toEqual([
      'rejected',
      'applied',
      'applied',
    ])
    expect(await other.push(theirs)).toMatchObject([{ status: 'applied' }])
    expect(new Set((await notesOf(record)).map(({ text }) => text))).toEqual(new Set(['One', 'Two', 'Theirs']))
  })

  test('is refused where there is no right, no record, no text, or no number of the device', async () => {
    const record = await branch()
    const reader = await signedIn(server, { permissions: ['52-a', '52-d'] })
    const theirs = httpDevice(server.app, reader)
    const id = await theirs.newId()
    const op = theirs.op('dealerBranch.note', record, { id, text: 'No' }, { lane: `dealerBranch:${id}` })
    expect(await theirs.push(op)).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
    expect(await device.push(await note(record, '  '))).toMatchObject([{ status: 'rejected', code: 'invalid' }])
    expect(await device.push(await note(999_999_999, 'Where?'))).toMatchObject([
      { status: 'rejected', code: 'not_found' },
    ])
    const stolen = device.op('dealerBranch.note', record, { id, text: 'No' }, { lane: `dealerBranch:${id}` })
    expect(await device.push(stolen)).toMatchObject([{ status: 'rejected', code: 'id_not_leased' }])
    expect(await notesOf(record)).toEqual([])
  })
})

test('a note whose author may not edit any more is kept by a supervisor, under the number that its device gave it', async () => {
  const record = await branch()
  const [author, boss] = [
    await signedIn(server, { permissions: ['52-a', '52-d'] }),
    await signedIn(server, { permissions: RIGHTS, approves: ['dealerBranch'] }),
  ]
  const theirs = httpDevice(server.app, author)
  const id = await theirs.newId()
  const op = theirs.op('dealerBranch.note', record, { id, text: 'Dog in the yard' }, { lane: `dealerBranch:${id}` })
  expect(await theirs.push(op)).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
  const kept = await server.answered(boss, 'POST', '/sync/stuck/decide', { stuck: op.mid, mid: v7(), how: 'keep' })
  expect(kept).toMatchObject({ status: 200, body: { status: 'superseded' } })
  expect(await notesOf(record)).toMatchObject([{ id, text: 'Dog in the yard', madeBy: author.userId }])
})

const manifest = async (bytes: Buffer, field = 'image'): Promise<FileInput & { id: number }> => ({
  id: await device.newId(),
  device: device.deviceId,
  mid: randomUUID(),
  name: 'photo.jpg',
  size: bytes.length,
  hash: sha256(bytes),
  field,
})
const part = (image: number[], files: FileInput[]) => async () =>
  device.op(
    'part.create',
    await device.newId(),
    { code: randomUUID().slice(0, 13), name: `Part ${randomUUID()}`, image },
    { files },
  )

/** A photo that its form has sent, before it was saved. */
async function sent(background: string) {
  const bytes = await sharp({ create: { width: 41, height: 31, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const file = await manifest(bytes)
  await server.answered(clerk, 'POST', '/part/files', file)
  await server.send(clerk, file.id, 0, bytes)
  expect((await server.finish(clerk, file.id)).body).toMatchObject({ received: null })
  return { file, bytes }
}

describe('a change that names photos nobody has heard of', () => {
  test('goes first and announces them; their bytes follow, and others see meanwhile that they are to come', async () => {
    const file = await manifest(photo)
    const op = await part([file.id], [file])()
    expect(await device.push(op)).toMatchObject([{ status: 'applied', row: { image: [file.id] } }])
    expect((await server.answered(clerk, 'GET', `/file/${file.id}`)).body).toMatchObject({
      received: 0,
      madeByName: clerk.username,
    })
    // The device announces it as it always does, and goes on with the bytes.
    const again = await server.answered(clerk, 'POST', '/part/files', file)
    expect(again.body).toMatchObject({ id: file.id, received: 0 })
    await server.send(clerk, file.id, 0, photo)
    expect((await server.finish(clerk, file.id)).body).toMatchObject({ received: null, kind: 'picture' })
    expect(await device.push(op)).toMatchObject([{ status: 'replayed', row: { image: [file.id] } }])
  })

  test('brings back what was sent from its form and swept while it waited for a decision', async () => {
    const { file, bytes } = await sent('#3c3')
    const storage = openStorage({ dataDir: server.dataDir, s3: undefined })
    await sweep(server.database.pool, storage, new Date(Date.now() + 15 * 86_400_000))
    // A device that had let go of the bytes can say nothing of them any more.
    expect(await device.push(await part([file.id], [])())).toMatchObject([
      { status: 'rejected', fields: { image: 'This file is not there.' } },
    ])
    expect(await device.push(await part([file.id], [file])())).toMatchObject([
      { status: 'applied', row: { image: [file.id] } },
    ])
    const again = await server.answered(clerk, 'POST', '/part/files', file)
    if (again.body.received !== null) await server.send(clerk, file.id, again.body.received, bytes)
    if (again.body.received !== null) await server.finish(clerk, file.id)
    expect((await server.ask(clerk, 'GET', `/file/${file.id}/content`)).statusCode).toBe(200)
  })

  test('keeps what was sent for it as long as it waits for a decision: whoever decides has none of the bytes', async () => {
    const { file, bytes } = await sent('#33c')
    const wanted = { name: `Part ${randomUUID()}`, image: [file.id] }
    const stuck = device.op('part.create', await device.newId(), { code: '', ...wanted })
    expect(await device.push(stuck)).toMatchObject([{ status: 'rejected', code: 'invalid' }])
    const storage = openStorage({ dataDir: server.dataDir, s3: undefined })
    const later = new Date(Date.now() + 15 * 86_400_000)
    await sweep(server.database.pool, storage, later)
    const better = device.op(
      'part.create',
      stuck.id,
      { code: randomUUID().slice(0, 13), ...wanted },
      { supersedes: stuck.mid },
    )
    expect(await device.push(better)).toMatchObject([{ status: 'applied', row: { image: [file.id] } }])
    expect((await server.ask(clerk, 'GET', `/file/${file.id}/content`)).statusCode).toBe(200)

    // And no longer: what is dropped leaves nothing behind.
    const loose = await manifest(bytes)
    await server.answered(clerk, 'POST', '/part/files', loose)
    const dropped = device.op('part.create', await device.newId(), { code: '', name: 'Never', image: [loose.id] })
    expect(await device.push(dropped)).toMatchObject([{ status: 'rejected' }])
    await sweep(server.database.pool, storage, later)
    const isThere = async () => (await server.ask(clerk, 'GET', `/file/${loose.id}`)).statusCode
    expect(await isThere()).toBe(200)
    await device.push({ cancel: dropped.mid, lane: dropped.lane, alsoSupersedes: [] })
    await sweep(server.database.pool, storage, later)
    expect(await isThere()).toBe(404)
  })

  test('is applied by a supervisor as well: its author’s device sends the bytes', async () => {
    const boss = await signedIn(server, { permissions: RIGHTS, approves: ['part'] })
    const file = await manifest(photo)
    const stuck = await part([file.id], [file])()
    stuck.args.code = ''
    expect(await device.push(stuck)).toMatchObject([{ status: 'rejected', code: 'invalid' }])
    const args = { ...stuck.args, code: randomUUID().slice(0, 13) }
    const wish = { stuck: stuck.mid, mid: v7(), how: 'edit', args }
    expect((await server.answered(boss, 'POST', '/sync/stuck/decide', wish)).body).toMatchObject({
      status: 'superseded',
      row: { image: [file.id] },
    })
    await server.answered(clerk, 'POST', '/part/files', file)
    await server.send(clerk, file.id, 0, photo)
    expect((await server.finish(clerk, file.id)).body).toMatchObject({ received: null, madeByName: clerk.username })
  })

  test('is sent by its author who lost the right meanwhile, and whose change a supervisor has kept', async () => {
    const boss = await signedIn(server, { permissions: RIGHTS, approves: ['part'] })
    const former = await signedIn(server, { permissions: RIGHTS })
    const theirs = httpDevice(server.app, former)
    const file = { ...(await manifest(photo)), id: await theirs.newId(), device: theirs.deviceId }
    const created = (await part([], [])()).args
    const stuck = theirs.op('part.create', await theirs.newId(), { ...created, image: [file.id] }, { files: [file] })
    await server.sql(`update role set permissions = '{104-a}' where id = $1`, [former.roleId])
    expect(await theirs.push(stuck)).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
    const wish = { stuck: stuck.mid, mid: v7(), how: 'keep' }
    expect((await server.answered(boss, 'POST', '/sync/stuck/decide', wish)).body).toMatchObject({
      status: 'superseded',
    })
    expect((await server.answered(former, 'POST', '/part/files', file)).status).toBe(403)
    expect((await server.answered(former, 'GET', `/file/${file.id}/upload`)).body).toMatchObject({ received: 0 })
    await server.send(former, file.id, 0, photo)
    expect((await server.finish(former, file.id)).body).toMatchObject({ received: null, madeByName: former.username })
  })

  test('is refused with what it names where that cannot be, and announces nothing then', async () => {
    const file = await manifest(photo)
    const other = await signedIn(server, { permissions: RIGHTS })
    const foreign = { ...file, id: await httpDevice(server.app, other).newId() }
    expect(await device.push(await part([foreign.id], [foreign])())).toMatchObject([
      { status: 'rejected', fields: { image: 'This number was not given to this device.' } },
    ])
    expect(await device.push(await part([file.id], [])())).toMatchObject([
      { status: 'rejected', fields: { image: 'This file is not there.' } },
    ])
    expect((await server.answered(clerk, 'GET', `/file/${file.id}`)).status).toBe(404)
  })

  test('is copied before its photo was sent: the copy waits for the bytes, and has a photo of its own then', async () => {
    const bytes = await sharp({ create: { width: 43, height: 31, channels: 3, background: '#7a7' } })
      .jpeg()
      .toBuffer()
    const file = await manifest(bytes)
    const original = await part([file.id], [file])()
    const copy = await part([file.id], [file])()
    const behind = device.op('part.change', copy.id, { name: `Part ${randomUUID()}` })
    expect((await device.push(original, copy, behind)).map(({ status }) => status)).toEqual([
      'applied',
      'retry',
      'blocked',
    ])
    // Somebody else's device has nothing to send: its person is told.
    expect(await device.push(await part([file.id], [])())).toMatchObject([
      { status: 'rejected', fields: { image: 'This file is still being sent. Try again in a moment.' } },
    ])
    await server.send(clerk, file.id, 0, bytes)
    expect((await server.finish(clerk, file.id)).body).toMatchObject({ received: null })
    const [copied] = await device.push(copy)
    expect(copied).toMatchObject({ status: 'applied' })
    const [own] = (copied!.row as unknown as { image: number[] }).image
    expect(own).not.toBe(file.id)
    expect((await server.ask(clerk, 'GET', `/file/${own}/content`)).statusCode).toBe(200)
  })

  test('is taken off a copy, or kept on it, also by who edits the copy before it was sent and knows no number of its own', async () => {
    const [{ file }, { file: further }, { file: third }] = [await sent('#a7a'), await sent('#a7b'), await sent('#a7c')]
    const original = await part([file.id], [])()
    expect(await device.push(original)).toMatchObject([{ status: 'applied' }])
    const edited = async (image: number[]) => {
      const copy = await part([file.id], [])()
      const base = { version: 1, fields: { image: [file.id] } }
      const edit = device.op('part.change', copy.id, { image }, { base, prevMid: copy.mid })
      const [made, changed] = await device.push(copy, edit)
      const [own] = (made!.row as unknown as { image: number[] }).image
      expect(own).not.toBe(file.id)
      return { own, image: (changed!.row as unknown as { image: number[] }).image }
    }
    expect((await edited([])).image).toEqual([])
    expect((await edited([further.id])).image).toEqual([further.id])
    const both = await edited([file.id, third.id])
    expect(both.image).toEqual([both.own, third.id])
    expect(await server.sql('select image from part where id = $1', [original.id])).toEqual([{ image: [file.id] }])
  })

  test('cut off five times in the middle of the bytes, it ends with one photo, and two records share its bytes', async () => {
    const big = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#123',
        noise: { type: 'gaussian', mean: 120, sigma: 60 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer()
    const [one, two] = [await manifest(big), await manifest(big)]
    await device.push(await part([one.id], [one])())
    await device.push(await part([two.id], [two])())
    let sent = 0
    for (let cut = 0; cut < 5; cut += 1) {
      const piece = big.subarray(sent, sent + Math.floor((big.length - sent) * 0.7))
      sent = ((await server.send(clerk, one.id, sent, piece)).body as unknown as { received: number }).received
    }
    await server.send(clerk, one.id, sent, big.subarray(sent))
    expect((await server.finish(clerk, one.id)).body).toMatchObject({ received: null })
    // The second one is known by then: not a byte of it is sent.
    await server.send(clerk, two.id, 0, big)
    expect((await server.finish(clerk, two.id)).body).toMatchObject({ received: null })
    expect(await server.sql('select refs from stored_file where hash = $1', [sha256(big)])).toEqual([{ refs: 2 }])
  })
})

describe('a photo that was refused though a record holds it', () => {
  const make = (background: string) =>
    sharp({ create: { width: 44, height: 31, channels: 3, background } })
      .jpeg()
      .toBuffer()
  async function held(bytes: Buffer) {
    const file = await manifest(bytes)
    const op = await part([file.id], [file])()
    expect(await device.push(op)).toMatchObject([{ status: 'applied' }])
    await server.send(clerk, file.id, 0, bytes)
    return { file, record: op.id }
  }
  const seen = async (id: number) => {
    const other = await signedIn(server, { permissions: ['104-a', '104-d'] })
    return (await server.ask(other, 'GET', `/file/${id}/content`)).statusCode
  }
  const drawingFails = (words: string) =>
    vi.spyOn(sharp.prototype as Sharp, 'timeout').mockImplementation(() => {
      throw new Error(words)
    })
  afterEach(() => vi.restoreAllMocks())

  test.each([
    ['timeout: 37% complete', '#a11'],
    ['vips_tracked: out of memory --- size == 48MB', '#a22'],
  ])(
    'was not judged where the machine had no time or room for it (%s): what arrived waits',
    async (words, background) => {
      const { file } = await held(await make(background))
      drawingFails(words)
      expect(await server.finish(clerk, file.id)).toMatchObject({ status: 503, body: { code: 'busy' } })
      vi.restoreAllMocks()
      expect((await server.finish(clerk, file.id)).body).toMatchObject({ received: null, kind: 'picture' })
      expect(await seen(file.id)).toBe(200)
    },
  )

  test('is the record’s own as before, and there for everybody once it is sent again', async () => {
    const bytes = await make('#1a1')
    const { file } = await held(bytes)
    drawingFails('VipsJpeg: out of order read')
    expect(await server.finish(clerk, file.id)).toMatchObject({ status: 400 })
    vi.restoreAllMocks()
    expect((await server.answered(clerk, 'POST', '/part/files', file)).body).toMatchObject({ id: file.id, received: 0 })
    await server.send(clerk, file.id, 0, bytes)
    expect((await server.finish(clerk, file.id)).body).toMatchObject({ received: null })
    expect(await seen(file.id)).toBe(200)
  })

  test('and was sent again when nothing tied it to its record any more, is tied to it again before it would be swept', async () => {
    const [{ file }, loose] = [await held(await make('#11a')), await sent('#1aa')]
    await server.finish(clerk, file.id)
    await server.sql('update record_file set record = null where id = $1', [file.id])
    expect(await seen(file.id)).toBe(404)
    const later = new Date(Date.now() + 15 * 86_400_000)
    await tieStrays(server.database.pool, register, later)
    await sweep(server.database.pool, openStorage({ dataDir: server.dataDir, s3: undefined }), later)
    expect(await seen(file.id)).toBe(200)
    expect(await server.sql('select 1 from record_file where id = $1', [loose.file.id])).toEqual([])
  })
})

describe('a photo whose bytes come long after its change', () => {
  const storage = () => openStorage({ dataDir: server.dataDir, s3: undefined })
  const day = 86_400_000
  /** As if the device had lain in a drawer since then. */
  async function leave(file: number, days: number) {
    const ago = new Date(Date.now() - days * day)
    await server.sql('update record_file set made_at = $2 where id = $1', [file, ago])
    await server.sql('update file_upload set touched_at = $2 where file = $1', [file, ago])
    await server.sql('update stored_object set at = $1 where name in (select unnest(parts) from file_upload)', [ago])
    await sweep(server.database.pool, storage(), new Date())
  }
  const noise = (seed: number) =>
    sharp({ create: { width: 300 + seed, height: 200, channels: 3, background: '#456' } })
      .png({ compressionLevel: 0 })
      .toBuffer()
  /** What the device does when it is back. */
  async function comeBack(at: string, file: FileInput, bytes: Buffer) {
    const announced = await server.answered(clerk, 'POST', at, file)
    expect(announced.body).toMatchObject({ id: file.id, received: 0, removed: false })
    const half = bytes.length >> 1
    await server.send(clerk, announced.body.id, 0, bytes.subarray(0, half))
    await server.send(clerk, announced.body.id, half, bytes.subarray(half))
    expect((await server.finish(clerk, announced.body.id)).body).toMatchObject({ received: null, kind: 'picture' })
  }
  const seenBy = async (person: SignedIn, id: number) => {
    const { statusCode, rawPayload } = await server.ask(person, 'GET', `/file/${id}/content`)
    return statusCode === 200 ? (await sharp(rawPayload).metadata()).width : statusCode
  }

  test('is waited for by the field that holds it, and others see it there in the end', async () => {
    const other = await signedIn(server, { permissions: ['104-a', '104-d'] })
    const bytes = await noise(1)
    const file = await manifest(bytes)
    const op = await part([file.id], [file])()
    expect(await device.push(op)).toMatchObject([{ status: 'applied' }])
    // The line broke in the middle of it.
    await server.send(clerk, file.id, 0, bytes.subarray(0, 1_000))
    await leave(file.id, 40)
    expect((await server.answered(other, 'GET', `/file/${file.id}`)).body).toMatchObject({ received: 0 })
    expect(await server.sql('select parts from file_upload where file = $1', [file.id])).toEqual([{ parts: [] }])

    await comeBack('/part/files', file, bytes)
    const { image } = (await server.ask(other, 'GET', `/part/${op.id}`)).json<{ image: number[] }>()
    expect(image).toEqual([file.id])
    expect(await seenBy(other, file.id)).toBe(301)
    // It is the record's own: nothing forgets it afterwards.
    await sweep(server.database.pool, storage(), new Date(Date.now() + 40 * day))
    expect(await seenBy(other, file.id)).toBe(301)
  })

  test('is waited for by the record that it hangs on as a whole, and stands there as still to come', async () => {
    const [record, bytes] = [await branch(), await noise(2)]
    const at = `/dealer-branch/${record}/files`
    const { field: _, ...file } = await manifest(bytes)
    await server.answered(clerk, 'POST', at, file)
    await leave(file.id, 40)
    expect((await server.ask(clerk, 'GET', at)).json()).toMatchObject({ files: [{ id: file.id, received: 0 }] })
    await comeBack(at, file, bytes)
    expect(await seenBy(clerk, file.id)).toBe(302)
  })

  test('is taken though another took its place meanwhile, and can be brought back before it came and after', async () => {
    const [bytes, better] = [await noise(3), await noise(4)]
    const [first, second] = [await manifest(bytes), await manifest(better)]
    const made = await part([first.id], [first])()
    let [version, held] = [0, [first.id]]
    const image = (ids: number[], files: FileInput[] = []) => {
      const base = { version: (version += 1), fields: { image: held } }
      held = ids
      return device.op('part.change', made.id, { image: ids }, { base, files })
    }
    expect(await device.push(made, image([second.id], [second]))).toMatchObject([
      { status: 'applied' },
      { status: 'applied', row: { image: [second.id] } },
    ])
    expect((await server.answered(clerk, 'POST', '/part/files', first)).body).toMatchObject({ removed: true })
    expect((await server.send(clerk, first.id, 0, bytes.subarray(0, 1_000))).status).toBe(200)
    expect(await device.push(image([first.id, second.id]))).toMatchObject([{ status: 'applied' }])
    expect(await device.push(image([second.id]))).toMatchObject([{ status: 'applied' }])
    await server.send(clerk, first.id, 1_000, bytes.subarray(1_000))
    expect((await server.finish(clerk, first.id)).body).toMatchObject({ received: null, removed: true })
    expect(await device.push(image([first.id]))).toMatchObject([{ status: 'applied', row: { image: [first.id] } }])
    expect(await seenBy(clerk, first.id)).toBe(303)
  })

  test('is forgotten where it was removed and did not come for a month', async () => {
    const [record, bytes] = [await branch(), await noise(5)]
    const at = `/dealer-branch/${record}/files`
    const { field: _, ...file } = await manifest(bytes)
    await server.answered(clerk, 'POST', at, file)
    const put = async (removed: boolean) =>
      (await server.answered(clerk, 'PATCH', `/file/${file.id}`, { removed })).status
    expect([await put(true), await put(false), await put(true)]).toEqual([200, 200, 200])
    await leave(file.id, 40)
    expect(await put(false)).toBe(200)
    await put(true)
    await server.sql(`update record_file set removed_at = now() - interval '31 days' where id = $1`, [file.id])
    await leave(file.id, 40)
    expect(await put(false)).toBe(404)
  })
})
