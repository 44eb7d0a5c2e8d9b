import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachLimits, type FileRow } from '#contract/calls/attached.ts'
import { sweep } from '#server/attached/sweep.ts'
import { filesFolder, openStorage } from '#server/storage/open.ts'
import { sha256, startAttached, type Attached } from '../support/attached.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

let server: Attached
let clerk: SignedIn
let branch: number
/** Product: all of it. */
const PRODUCT = ['103-a', '103-b', '103-c', '103-d']
const BRANCH = ['52-a', '52-b', '52-c', '52-d']
let at: string

beforeAll(async () => {
  server = await startAttached()
  clerk = await signedIn(server, { permissions: [...PRODUCT, ...BRANCH] })
  branch = await newBranch('Main')
  at = `/dealer-branch/${branch}/files`
})
afterAll(() => server?.close())

const newBranch = async (name: string) => (await server.answered(clerk, 'POST', '/dealer-branch', { name })).body.id
const picture = (options: { width?: number; height?: number; colour?: string } = {}) => {
  const { width = 60, height = 40, colour = '#0d6673' } = options
  return sharp({ create: { width, height, channels: 3, background: colour } })
}
const pdf = (words = 'hello') =>
  Buffer.from(`%PDF-1.4\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${words}\n%%EOF`)
const content = (person: SignedIn, id: number, size = 'full', headers: Record<string, string> = {}) =>
  server.ask(person, 'GET', `/file/${id}/content?size=${size}`, undefined, headers)
const everyFile = async () =>
  (await readdir(filesFolder(server), { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())

describe('a picture', () => {
  test('is encoded anew: upright, without its place and camera, and without what hangs behind its end', async () => {
    const plain = await picture({ width: 80, height: 40 })
      .withExif({ IFD0: { Model: 'SecretCamera' }, IFD3: { GPSLatitude: '18/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const polyglot = Buffer.concat([
      plain,
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('PK\x03\x04'),
    ])
    const { status, body } = await server.attach(clerk, at, { name: 'shop.jpg', bytes: polyglot })
    expect(status, body.message).toBe(200)
    expect(body).toMatchObject({ kind: 'picture', type: 'image/jpeg', width: 40, height: 80, received: null })
    const kept = (await content(clerk, body.id)).rawPayload
    expect(kept.includes('SecretCamera')).toBe(false)
    expect(kept.includes('script')).toBe(false)
    const read = await sharp(kept).metadata()
    expect([read.format, read.width, read.height, read.exif, read.orientation]).toEqual([
      'jpeg',
      40,
      80,
      undefined,
      undefined,
    ])
    for (const [size, most] of [
      ['small', 192],
      ['medium', 960],
    ] as const) {
      const answer = await content(clerk, body.id, size)
      expect(answer.headers['content-type']).toBe('image/webp')
      const { format, width } = await sharp(answer.rawPayload).metadata()
      expect(format).toBe('webp')
      expect(width).toBeLessThanOrEqual(most)
    }
  })

  test('of too many pixels is refused before it is decoded, whatever few bytes it has', async () => {
    const flood = Buffer.from(await picture({ width: 8, height: 8 }).png().toBuffer())
    // The header says 60,000 by 60,000; its checksum is right.
    flood.writeUInt32BE(60_000, 16)
    flood.writeUInt32BE(60_000, 20)
    flood.writeUInt32BE(crc32(flood.subarray(12, 29)), 29)
    const before = process.memoryUsage().rss
    const { status, body } = await server.attach(clerk, at, { name: 'flood.png', bytes: flood })
    expect(status).toBe(400)
    expect(body.message).toContain('60000 × 60000 pixels')
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1_048_576)
  })

  test('that is cut off or only begins like one is refused, and leaves nothing behind', async () => {
    const whole = await picture({ width: 300, height: 300 }).jpeg().toBuffer()
    for (const bytes of [
      whole.subarray(0, 200),
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)]),
    ]) {
      const announced = await server.announce(clerk, at, { name: 'broken.jpg', bytes })
      await server.send(clerk, announced.body.id, 0, bytes)
      const { status, body } = await server.finish(clerk, announced.body.id)
      expect([status, body.message]).toEqual([400, 'This picture is damaged and cannot be shown.'])
      expect((await server.answered(clerk, 'GET', `/file/${announced.body.id}`)).status).toBe(404)
    }
  })
})

describe('what a file is', () => {
  const docx = () =>
    zip({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'word/document.xml': '<w/>',
    })
  const kept: [string, string, () => Buffer | Promise<Buffer>, Partial<FileRow>, string][] = [
    [
      'a PDF that calls itself a program',
      'bill.exe',
      pdf,
      { kind: 'document', type: 'application/pdf' },
      'bill.exe.pdf',
    ],
    [
      'a picture that calls itself a PDF',
      'scan.pdf',
      () => picture({ colour: '#123456' }).png().toBuffer(),
      { kind: 'picture', type: 'image/png' },
      'scan.pdf.png',
    ],
    [
      'an animation',
      'move.gif',
      () => picture({ colour: '#654321' }).gif().toBuffer(),
      { kind: 'picture', type: 'image/webp' },
      'move.gif.webp',
    ],
    [
      'a table in words',
      'list.csv',
      () => Buffer.from('name;city\nZoë;Pune\n'),
      { kind: 'document', type: 'text/plain' },
      'list.csv',
    ],
    [
      "a spreadsheet's Unicode text",
      'utf16.csv',
      () => Buffer.from('\ufeffname\tcity\r\nZoë\tपुणे\r\n', 'utf16le'),
      { kind: 'document', type: 'text/plain' },
      'utf16.csv',
    ],
    [
      'the same the other way round',
      'utf16-be.txt',
      () => Buffer.from('\ufeffname\tZoë\r\n', 'utf16le').swap16(),
      { kind: 'document', type: 'text/plain' },
      'utf16-be.txt',
    ],
    [
      'one without a mark',
      'utf16-bare.txt',
      () => Buffer.from('name\tcity\r\nZoë\tPune\r\n', 'utf16le'),
      { kind: 'document', type: 'text/plain' },
      'utf16-bare.txt',
    ],
    [
      'a text of an old machine',
      'old.txt',
      () => Buffer.from('Zo\xeb paid \x80 20', 'latin1'),
      { kind: 'document', type: 'text/plain' },
      'old.txt',
    ],
    [
      'a mail that begins with an address',
      'note.txt',
      () => Buffer.from('<asha@example.com> wrote: please call'),
      { kind: 'document', type: 'text/plain' },
      'note.txt',
    ],
    [
      'a text that calls itself a batch',
      'run.bat',
      () => Buffer.from('del everything'),
      { kind: 'document', type: 'text/plain' },
      'run.bat.txt',
    ],
    ['a ZIP file', 'many.zip', () => zip({ 'a.txt': 'a' }), { kind: 'document', type: 'application/zip' }, 'many.zip'],
    [
      'a letter',
      'letter.docx',
      docx,
      { kind: 'document', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
      'letter.docx',
    ],
  ]
  test.each(kept)('is told by its content: %s', async (_what, name, make, expected, saved) => {
    const bytes = await make()
    const { status, body } = await server.attach(clerk, at, { name, bytes })
    expect(status, body.message).toBe(200)
    expect(body).toMatchObject({ ...expected, name })
    const answer = await content(clerk, body.id)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${saved}`)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    if (expected.kind !== 'picture') expect(answer.rawPayload).toEqual(bytes)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><foreignObject/></svg>'
  const refused: [string, string, () => Buffer][] = [
    ['a drawing with a script', 'logo.svg', () => Buffer.from(svg)],
    [
      'a drawing that calls itself a picture',
      'logo.png',
      () => Buffer.from(`<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
    ],
    [
      'a page that calls itself a picture',
      'photo.jpg',
      () => Buffer.from('\ufeff  <!doctype html><script>alert(1)</script>'),
    ],
    ['a page of two bytes a sign', 'page.txt', () => Buffer.from('\ufeff<html><script>alert(1)</script>', 'utf16le')],
    ['a tag alone', 'page.txt', () => Buffer.from('<script>alert(1)</script>')],
    ['a program', 'photo.jpg', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)])],
    [
      'a program of another machine',
      'notes.txt',
      () => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(300)]),
    ],
    ['bytes without a meaning', 'notes.txt', () => Buffer.concat([Buffer.from('hello'), Buffer.from([0, 1, 2])])],
  ]
  test.each(refused)('is no reason to keep it where it is %s', async (_what, name, make) => {
    const { status, body } = await server.attach(clerk, at, { name, bytes: make() })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid', message: expect.stringMatching(/cannot be (attached|shown)/) })
  })

  test('has a size: nothing at all is refused, and so is more than the limit, before anything is sent', async () => {
    const say = (size: number) =>
      server.answered(clerk, 'POST', at, { mid: randomUUID(), name: 'x.pdf', size, hash: sha256(pdf()) })
    expect(await say(0)).toMatchObject({ status: 400, body: { fields: { size: 'This file is empty.' } } })
    expect((await say(attachLimits.fileBytes + 1)).status).toBe(400)
    expect((await say(attachLimits.fileBytes)).status).toBe(201)
  })
})

describe('names', () => {
  test.each(['../../etc/passwd', '..\\..\\windows', '/etc/passwd', 'a\u0000.png', 'line\nbreak.pdf', ' '])(
    'lead nowhere: %j is refused',
    async name => {
      const before = await everyFile()
      expect((await server.announce(clerk, at, { name, bytes: pdf() })).status).toBe(400)
      expect(await everyFile()).toEqual(before)
    },
  )

  test('of any language are kept as they are, and what is stored has a name of ours', async () => {
    const name = `रसीद “${randomUUID().slice(0, 8)}” (1)'*.pdf`
    const { body } = await server.attach(clerk, at, { name, bytes: pdf(name) })
    expect(body.name).toBe(name)
    const header = (await content(clerk, body.id)).headers['content-disposition'] as string
    expect(decodeURIComponent(header.split("''")[1]!)).toBe(name)
    for (const { name: stored } of await everyFile()) expect(stored).toMatch(/^[0-9a-f-]{36}(-small|-medium)?$/)
  })

  test('in the address of a content are numbers, or nothing', async () => {
    for (const id of ['..%2f..%2fetc%2fpasswd', '1%00', '-1', '1e9', 'NaN'])
      expect([400, 404]).toContain((await server.ask(clerk, 'GET', `/file/${id}/content`)).statusCode)
  })
})

describe('an upload', () => {
  test('goes on at any byte, and is whole in the end', async () => {
    const bytes = pdf('z'.repeat(3_000))
    const mid = randomUUID()
    const { body } = await server.announce(clerk, at, { name: 'long.pdf', bytes, mid })
    const cuts = [0, 1, 2, 777, 778, 2_999, bytes.length]
    for (const [n, from] of cuts.slice(0, -1).entries()) {
      // After a reload the device asks with the same key, and is told how far it is.
      const again = await server.announce(clerk, at, { name: 'long.pdf', bytes, mid })
      expect([again.body.id, again.body.received]).toEqual([body.id, from])
      const state = await server.answered(clerk, 'GET', `/file/${body.id}/upload`)
      expect(state.body).toMatchObject({ received: from, done: false })
      expect((await server.send(clerk, body.id, from, bytes.subarray(from, cuts[n + 1]))).body).toMatchObject({
        received: cuts[n + 1],
      })
    }
    expect((await server.finish(clerk, body.id)).body).toMatchObject({ kind: 'document', received: null })
    expect((await content(clerk, body.id)).rawPayload).toEqual(bytes)
    expect((await server.finish(clerk, body.id)).status).toBe(200)
    expect((await server.announce(clerk, at, { name: 'long.pdf', bytes, mid })).body).toMatchObject({
      id: body.id,
      received: null,
    })
  })

  test('keeps what arrived before the connection broke', async () => {
    const bytes = pdf('y'.repeat(200_000))
    const { body } = await server.announce(clerk, at, { name: 'cut.pdf', bytes })
    const url = new URL(`${await server.url()}/api/file/${body.id}/upload?offset=0`)
    const asking = request(url, {
      method: 'PUT',
      headers: { ...clerk.headers, 'content-type': 'application/octet-stream', 'content-length': bytes.length },
    })
    asking.on('error', () => {})
    const received = async () => (await server.answered(clerk, 'GET', `/file/${body.id}/upload`)).body.received
    await new Promise(written => asking.write(bytes.subarray(0, 100_000), written))
    asking.destroy()
    await expect.poll(received, { timeout: 20_000 }).toBe(100_000)
    await server.send(clerk, body.id, 100_000, bytes.subarray(100_000))
    expect((await server.finish(clerk, body.id)).status).toBe(200)
    expect((await content(clerk, body.id)).rawPayload).toEqual(bytes)
  })

  test('takes no piece twice, none from elsewhere, and no more than was announced', async () => {
    const bytes = pdf('pieces')
    const { body } = await server.announce(clerk, at, { name: 'pieces.pdf', bytes })
    const [one, two] = await Promise.all([
      server.send(clerk, body.id, 0, bytes.subarray(0, 10)),
      server.send(clerk, body.id, 0, bytes.subarray(0, 10)),
    ])
    expect(new Set([one.status, two.status])).toEqual(new Set([200, 422]))
    expect((await server.send(clerk, body.id, 5, bytes.subarray(5))).body.message).toContain('10 bytes have arrived')
    expect((await server.send(clerk, body.id, 10, Buffer.concat([bytes, bytes]))).status).toBe(413)
    expect((await server.finish(clerk, body.id)).status).toBe(422)
    await server.send(clerk, body.id, 10, bytes.subarray(10))
    expect((await server.finish(clerk, body.id)).status).toBe(200)
  })

  test('whose bytes are not what was announced is refused, and can be sent anew', async () => {
    const bytes = pdf('right')
    const { body } = await server.announce(clerk, at, { name: 'right.pdf', bytes })
    await server.send(clerk, body.id, 0, pdf('wrong'))
    expect((await server.finish(clerk, body.id)).status).toBe(409)
    await server.send(clerk, body.id, 0, bytes)
    expect((await server.finish(clerk, body.id)).status).toBe(200)
  })

  test('is its author’s alone', async () => {
    const other = await signedIn(server, { permissions: BRANCH })
    const bytes = pdf('mine')
    const { body } = await server.announce(clerk, at, { name: 'mine.pdf', bytes })
    expect((await server.send(other, body.id, 0, bytes)).status).toBe(404)
    expect((await server.finish(other, body.id)).status).toBe(404)
    expect((await server.answered(other, 'GET', `/file/${body.id}/upload`)).status).toBe(404)
  })
})

describe('the same bytes', () => {
  const stored = async (bytes: Buffer) =>
    (await server.sql<{ refs: number }>('select refs from stored_file where hash = $1', [sha256(bytes)]))[0]

  test('are kept once, and sent once by one person', async () => {
    const bytes = pdf('once')
    const first = await server.attach(clerk, at, { name: 'first.pdf', bytes })
    const objects = (await everyFile()).length
    const second = await server.announce(clerk, `/dealer-branch/${await newBranch('Second')}/files`, {
      name: 'second.pdf',
      bytes,
    })
    expect(second.body).toMatchObject({ received: null, kind: 'document', name: 'second.pdf' })
    expect(second.body.id).not.toBe(first.body.id)
    expect(await stored(bytes)).toEqual({ refs: 2 })
    expect((await everyFile()).length).toBe(objects)
  })

  test('are not handed to somebody who only knows their hash', async () => {
    const bytes = pdf('secret')
    await server.attach(clerk, at, { name: 'secret.pdf', bytes })
    const guesser = await signedIn(server, { permissions: PRODUCT })
    const { body } = await server.answered(guesser, 'POST', '/product/files', {
      mid: randomUUID(),
      name: 'guess.pdf',
      size: 10,
      hash: sha256(bytes),
      field: 'image',
    })
    expect(body.received).toBe(0)
    expect((await content(guesser, body.id)).statusCode).toBe(404)
  })

  test('go when nobody holds them any more, and not before', async () => {
    const bytes = await picture({ colour: '#abcdef' }).png().toBuffer()
    const one = await server.attach(clerk, at, { name: 'one.png', bytes })
    const two = await server.attach(clerk, at, { name: 'two.png', bytes })
    const storage = openStorage({ dataDir: server.dataDir, s3: undefined })
    const [{ name } = { name: '' }] = await server.sql<{ name: string }>(
      'select name from stored_file where hash = $1',
      [sha256(bytes)],
    )
    const days = (n: number) => new Date(Date.now() + n * 86_400_000)
    const remove = (id: number, removed = true) => server.answered(clerk, 'PATCH', `/file/${id}`, { removed })
    await remove(one.body.id)
    expect((await remove(one.body.id, false)).body.removed).toBe(false)
    await remove(one.body.id)
    await sweep(server.database.pool, storage, days(31))
    expect(await stored(bytes)).toEqual({ refs: 1 })
    expect((await remove(one.body.id, false)).status).toBe(422)
    await remove(two.body.id)
    await sweep(server.database.pool, storage, days(31))
    await sweep(server.database.pool, storage, days(33))
    expect(await stored(bytes)).toBeUndefined()
    for (const size of ['', '-small', '-medium']) expect(await storage.read(`${name}${size}`)).toBeNull()
    // Everything that is still named by a row is still there.
    const rows = await server.sql<{ name: string }>('select name from stored_file')
    const names = new Set((await everyFile()).map(entry => entry.name))
    expect(rows.filter(row => !names.has(row.name))).toEqual([])
    const known = await server.sql<{ name: string }>('select name from stored_object')
    expect([...names].filter(file => !known.some(object => file.startsWith(object.name)))).toEqual([])
  })
})

describe('the content of a file', () => {
  test('comes in stretches, and not again where the reader has it', async () => {
    const bytes = Buffer.from(Array.from({ length: 500 }, (_, n) => `line ${n}\n`).join(''))
    const { body } = await server.attach(clerk, at, { name: 'lines.txt', bytes })
    const whole = await content(clerk, body.id)
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-length': String(bytes.length),
    })
    const etag = whole.headers.etag as string
    expect((await content(clerk, body.id, 'full', { 'if-none-match': etag })).statusCode).toBe(304)
    const part = async (range: string, more = {}) => content(clerk, body.id, 'full', { range, ...more })
    const middle = await part('bytes=10-19')
    expect([middle.statusCode, middle.headers['content-range']]).toEqual([206, `bytes 10-19/${bytes.length}`])
    expect(middle.rawPayload).toEqual(bytes.subarray(10, 20))
    expect((await part('bytes=-5')).rawPayload).toEqual(bytes.subarray(-5))
    expect((await part(`bytes=${bytes.length - 3}-`)).rawPayload).toEqual(bytes.subarray(-3))
    expect((await part('bytes=10-19', { 'if-range': '"other"' })).statusCode).toBe(200)
    expect((await part(`bytes=${bytes.length}-`)).statusCode).toBe(416)
    expect((await part('bytes=5-2')).statusCode).toBe(416)
  })
})

describe('the files of a record', () => {
  test('are listed in their order, renamed, removed and brought back', async () => {
    const record = await newBranch('Ordered')
    const place = `/dealer-branch/${record}/files`
    const ids: number[] = []
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf'])
      ids.push((await server.attach(clerk, place, { name, bytes: pdf(name) })).body.id)
    const names = async () =>
      (await server.ask(clerk, 'GET', place)).json<{ files: FileRow[] }>().files.map(({ name }) => name)
    expect(await names()).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
    await server.answered(clerk, 'PATCH', `/file/${ids[2]}`, { position: 0.5, name: 'first.pdf' })
    await server.answered(clerk, 'PATCH', `/file/${ids[0]}`, { removed: true })
    expect(await names()).toEqual(['first.pdf', 'b.pdf'])
    await server.answered(clerk, 'PATCH', `/file/${ids[0]}`, { removed: false })
    expect(await names()).toEqual(['first.pdf', 'a.pdf', 'b.pdf'])
    const history = await server.sql<{ before: { name?: string } }>(
      `select before from attached_history where subject = $1 and actor = $2 order by id`,
      [ids[2], clerk.userId],
    )
    expect(history.map(({ before }) => before.name)).toContain('c.pdf')
  })

  test('stay when the record is archived, and take more', async () => {
    const record = await newBranch('Archived')
    const place = `/dealer-branch/${record}/files`
    await server.attach(clerk, place, { name: 'before.pdf', bytes: pdf('before') })
    const gone = await server.app.inject({
      method: 'DELETE',
      url: `/api/dealer-branch/${record}`,
      headers: clerk.headers,
    })
    expect(gone.statusCode).toBe(200)
    expect((await server.attach(clerk, place, { name: 'after.pdf', bytes: pdf('after') })).status).toBe(200)
    expect((await server.ask(clerk, 'GET', place)).json<{ files: FileRow[] }>().files).toHaveLength(2)
  })

  test('have limits: for a record, and for a person and a day', async () => {
    const record = await newBranch('Full')
    await server.sql(
      `insert into record_file (id, mid, module, record, name, size, sent_hash, made_by)
       select 800000000 + n, gen_random_uuid(), 'dealerBranch', $1, 'x', 1, repeat('0', 64), 1 from generate_series(1, $2) as n`,
      [record, attachLimits.filesPerRecord],
    )
    const full = await server.announce(clerk, `/dealer-branch/${record}/files`, { name: 'x.pdf', bytes: pdf() })
    expect([full.status, full.body.message]).toEqual([
      422,
      `A record has at most ${attachLimits.filesPerRecord} files. Remove some first.`,
    ])
    const busy = await signedIn(server, { permissions: BRANCH })
    await server.sql(
      `insert into record_file (id, mid, module, record, name, size, sent_hash, made_by)
       values (800900000, gen_random_uuid(), 'dealerBranch', $1, 'x', $2, repeat('0', 64), $3)`,
      [branch, attachLimits.bytesPerDay, busy.userId],
    )
    const much = await server.announce(busy, at, { name: 'x.pdf', bytes: pdf() })
    expect([much.status, much.body.code]).toEqual([429, 'too-many'])
  })
})

describe('the number that a device gives a file', () => {
  test('comes from its own block, is used once, and the same file again is the same', async () => {
    const device = randomUUID()
    const lease = (await server.ask(clerk, 'POST', '/sync/lease', { deviceId: device })).json<{ first: number }>()
    const [bytes, mid] = [pdf('offline'), randomUUID()]
    const sent = { name: 'o.pdf', bytes, mid, id: lease.first, device }
    expect((await server.announce(clerk, at, sent)).body.id).toBe(lease.first)
    expect((await server.announce(clerk, at, sent)).body.id).toBe(lease.first)
    expect((await server.announce(clerk, at, { ...sent, mid: randomUUID() })).status).toBe(422)
    // Chosen on one device, and taken along to another.
    const elsewhere = { ...sent, mid: randomUUID(), id: lease.first + 1, device: randomUUID() }
    expect((await server.announce(clerk, at, elsewhere)).body.id).toBe(elsewhere.id)
    const another = await signedIn(server, { permissions: BRANCH })
    const theirs = { ...sent, mid: randomUUID(), id: lease.first + 2, device: randomUUID() }
    expect((await server.announce(another, at, theirs)).body.code).toBe('id-not-leased')
    const larger = pdf('other, and with more words than before')
    expect((await server.announce(clerk, at, { ...sent, bytes: larger })).body.code).toBe('key-reuse')
  })

  test('stays the same where a photo is made smaller on its way, until it is there', async () => {
    const [large, small, mid] = [pdf('a photo with many words'), pdf('less'), randomUUID()]
    const { id } = (await server.announce(clerk, at, { name: 'p.png', bytes: large, mid })).body
    await server.send(clerk, id, 0, large.subarray(0, 50))
    const again = await server.announce(clerk, at, { name: 'p.jpg', bytes: small, mid })
    expect(again).toMatchObject({ status: 201, body: { id, name: 'p.jpg', size: small.length, received: 0 } })
    await server.send(clerk, id, 0, small)
    expect(await server.finish(clerk, id)).toMatchObject({ status: 200, body: { id, received: null } })
    expect((await server.announce(clerk, at, { name: 'p.jpg', bytes: pdf(''), mid })).body.code).toBe('key-reuse')
  })
})

test('what is stored is what was sent: the folder holds each byte', async () => {
  const bytes = pdf('stored')
  await server.attach(clerk, at, { name: 'stored.pdf', bytes })
  const [{ name } = { name: '' }] = await server.sql<{ name: string }>('select name from stored_file where hash = $1', [
    sha256(bytes),
  ])
  expect(await readFile(join(filesFolder(server), name.slice(0, 2), name))).toEqual(bytes)
})

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** A ZIP file of plain entries. */
function zip(entries: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const [called, bytes] = [Buffer.from(name), Buffer.from(text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(called.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, called, bytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, called]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(centrals.length, 4)
  end.writeUInt16LE(centrals.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end])
}
