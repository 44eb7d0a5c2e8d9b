import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { readEnv } from '#server/env.ts'
import { filesOf, loadFiles, saveFiles } from '#server/storage/copies.ts'
import { sweep } from '#server/attached/sweep.ts'
import { folderStorage } from '#server/storage/folder.ts'
import { s3Storage } from '#server/storage/s3.ts'
import type { Storage } from '#server/storage/storage.ts'
import { sha256, startAttached } from '../support/attached.ts'
import { startS3, type S3Double } from '../support/s3-double.ts'
import { signedIn } from '../support/server.ts'

let folder: string
let s3: S3Double
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caredesk-storage-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3?.close()
  await rm(folder, { recursive: true, force: true })
})

const bytesOf = async (stream: Readable | null) => {
  if (!stream) return null
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
const kinds: [string, () => Storage][] = [
  ['a folder', () => folderStorage(join(folder, 'files'))],
  ['a bucket', () => s3Storage(s3.settings)],
]

describe.each(kinds)('files in %s', (_name, open) => {
  test('are there as they were written, whole or in part, and gone when they were removed', async () => {
    const storage = open()
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251))
    const path = join(folder, 'source')
    await writeFile(path, bytes)
    const [one, two] = [randomUUID(), `${randomUUID()}-small`]
    await storage.put(one, bytes.subarray(0, 10))
    await storage.put(two, { path, size: bytes.length, sha256: sha256(bytes) })
    expect(await bytesOf(await storage.read(one))).toEqual(bytes.subarray(0, 10))
    expect(await bytesOf(await storage.read(two))).toEqual(bytes)
    expect(await bytesOf(await storage.read(two, { start: 100, end: 199 }))).toEqual(bytes.subarray(100, 200))
    await storage.remove(two)
    await storage.remove(two)
    expect(await storage.read(two)).toBeNull()
    expect(await bytesOf(await storage.read(one))).toEqual(bytes.subarray(0, 10))
  })

  test.each([
    '',
    '.',
    '..',
    '../outside',
    'ab/../../outside',
    '/etc/passwd',
    'ab\u0000cdefghij',
    'ABCDEFGHIJ',
    'ab%2f..%2fcd',
  ])('have names of ours only: %j leads nowhere', async name => {
    const storage = open()
    await expect((async () => storage.put(name, Buffer.from('x')))()).rejects.toThrow('no name of a file of ours')
    await expect((async () => storage.read(name))()).rejects.toThrow('no name of a file of ours')
    await expect((async () => storage.remove(name))()).rejects.toThrow('no name of a file of ours')
  })
})

test('a file that could not be written whole is not in the folder at all', async () => {
  const place = join(folder, 'torn')
  const storage = folderStorage(place)
  const missing = { path: join(folder, 'not there'), size: 5, sha256: sha256(Buffer.from('x')) }
  await expect(storage.put(randomUUID(), missing)).rejects.toThrow('ENOENT')
  const left = await readdir(place, { recursive: true, withFileTypes: true })
  expect(left.filter(entry => entry.isFile())).toEqual([])
})

describe('a bucket', () => {
  test('is asked again when it stumbles, and its trouble is told as ours in a sentence', async () => {
    const storage = s3Storage(s3.settings)
    const name = randomUUID()
    s3.stumble(2)
    await storage.put(name, Buffer.from('at the third attempt'))
    expect(s3.objects.get(`desk/${name}`)?.toString()).toBe('at the third attempt')
    s3.stumble(3)
    const failed = await storage.read(name).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Problem)
    expect(failed).toMatchObject({
      code: 'unavailable',
      message: 'Files cannot be reached right now. Please try again.',
    })
    const nowhere = s3Storage({ ...s3.settings, endpoint: 'http://127.0.0.1:9' })
    await expect(nowhere.read(name)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('believes nobody with another secret', async () => {
    const storage = s3Storage({ ...s3.settings, secretAccessKey: 'another' })
    await expect(storage.put(randomUUID(), Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' })
    expect(s3.refusals).toContain('wrong signature')
  })

  test('keeps what is attached, when the settings name it', async () => {
    const env = readEnv({
      S3_ENDPOINT: `${s3.settings.endpoint}/`,
      S3_BUCKET: 'files',
      S3_PREFIX: 'desk',
      S3_REGION: 'eu-west-3',
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    })
    expect(env.s3).toEqual(s3.settings)
    const server = await startAttached({ env: { s3: env.s3 } })
    try {
      const clerk = await signedIn(server, { permissions: ['52-b', '52-c', '52-d'] })
      const { body: record } = await server.answered(clerk, 'POST', '/dealer-branch', { name: 'Cloudy' })
      const before = s3.objects.size
      const bytes = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#0d6673' } })
        .png()
        .toBuffer()
      const { status, body } = await server.attach(clerk, `/dealer-branch/${record.id}/files`, { name: 'c.png', bytes })
      expect(status, body.message).toBe(200)
      const answer = await server.ask(clerk, 'GET', `/file/${body.id}/content`)
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(30)
      const part = await server.ask(clerk, 'GET', `/file/${body.id}/content`, undefined, { range: 'bytes=0-7' })
      expect(part.rawPayload).toEqual(answer.rawPayload.subarray(0, 8))
      // The piece, the picture and its two small ones; the piece is swept, for the picture is put together.
      expect(s3.objects.size).toBe(before + 4)
      await sweep(server.database.pool, s3Storage(s3.settings), new Date(Date.now() + 2 * 86_400_000))
      expect(s3.objects.size).toBe(before + 3)
      expect(await readdir(server.dataDir)).toEqual([])
    } finally {
      await server.close()
    }
  })
})

describe('a backup', () => {
  test('takes the files along beside it, whatever becomes of them afterwards, and brings them back', async () => {
    const server = await startAttached()
    try {
      const env = { ...readEnv({}), dataDir: server.dataDir }
      const clerk = await signedIn(server, { permissions: ['52-b', '52-c', '52-d'] })
      const { body: record } = await server.answered(clerk, 'POST', '/dealer-branch', { name: 'Kept' })
      const at = `/dealer-branch/${record.id}/files`
      const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#333' } })
        .png()
        .toBuffer()
      const { body } = await server.attach(clerk, at, { name: 'k.png', bytes })
      const half = await server.announce(clerk, at, { name: 'h.txt', bytes: Buffer.from('half') })
      await server.send(clerk, half.body.id, 0, Buffer.from('ha'))
      const backup = join(folder, 'a.backup')
      expect(await saveFiles(server.database.pool, env, backup)).toBe(`Attached files: 3 in ${filesOf(backup)}.`)

      await rename(join(server.dataDir, 'files'), join(server.dataDir, 'lost'))
      expect((await server.ask(clerk, 'GET', `/file/${body.id}/content`)).statusCode).toBe(503)
      expect(await loadFiles(server.database.pool, env, join(folder, 'other.backup'))).toContain(
        'ATTENTION: 3 are missing',
      )
      await loadFiles(server.database.pool, env, backup)
      expect((await server.ask(clerk, 'GET', `/file/${body.id}/content`)).statusCode).toBe(200)

      // What was on its way is sent from its beginning.
      await server.send(clerk, half.body.id, 2, Buffer.from('lf'))
      expect((await server.finish(clerk, half.body.id)).status).toBe(409)
      await server.send(clerk, half.body.id, 0, Buffer.from('half'))
      expect((await server.finish(clerk, half.body.id)).status).toBe(200)

      const inBucket = await saveFiles(server.database.pool, { ...env, s3: s3.settings }, backup)
      expect(inBucket).toMatch(/^ATTENTION: attached files are in the bucket files .* and are not part of this/)
    } finally {
      await server.close()
    }
  })
})
