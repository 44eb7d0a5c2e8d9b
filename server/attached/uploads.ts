import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import type { Actor } from '#contract/actor.ts'
import { attachLimits, type FileRow } from '#contract/calls/attached.ts'
import { problem } from '#contract/problem.ts'
import { queue } from '#server/lib/queue.ts'
import { inTransaction, runOn } from '#server/lib/transaction.ts'
import type { Storage } from '#server/storage/storage.ts'
import { fileOf } from './files.ts'
import { judge, type Judged } from './judge.ts'
import { draw } from './pictures.ts'
import { notThere } from './reach.ts'

/** One request brings at most this; a device sends less. */
export const LONGEST_PIECE = 2 * attachLimits.piece

type Upload = {
  id: number
  name: string
  size: number
  sentHash: string
  hash: string | null
  received: number | null
  parts: string[] | null
}

export type Uploads = {
  /** How much has arrived. */
  state(actor: Actor, file: number): Promise<{ received: number; done: boolean }>
  /** Takes bytes from there on. What arrives before a connection breaks is kept. */
  take(actor: Actor, file: number, offset: number, bytes: Readable): Promise<{ received: number; done: boolean }>
  /** All has arrived: looks at it, and keeps it. */
  finish(actor: Actor, file: number): Promise<FileRow>
}

/** Bytes on their way. They wait in the storage itself, so that any server process can go on with them. */
export function uploads(pool: Pool, storage: Storage): Uploads {
  const run = runOn(pool)
  // Judging a file costs memory and a processor: two at once, and a short line.
  const inTurn = queue({ atOnce: 2, waiting: 20 })

  /** One that was removed before it came is taken all the same: it can be brought back as long as any other. */
  async function uploadOf(actor: Actor, id: number): Promise<Upload> {
    const [file] = await run<Upload & { madeBy: number }>(
      `select id, name, size, sent_hash as "sentHash", hash, made_by as "madeBy", received, parts
       from record_file left join file_upload on file_upload.file = id where id = $1`,
      [id],
    )
    if (!file || file.madeBy !== actor.id || (file.hash === null && file.received === null)) throw notThere()
    return file
  }
  const stateOf = ({ hash, size, received }: Upload) =>
    hash === null ? { received: received ?? 0, done: false } : { received: size, done: true }

  /** Noted before it is written, so that nothing is ever kept that nobody knows of. */
  const newObject = async () => {
    const name = randomUUID()
    await run('insert into stored_object (name) values ($1)', [name])
    return name
  }

  async function keepPiece(id: number, offset: number, bytes: Buffer): Promise<number> {
    const name = await newObject()
    await storage.put(name, bytes)
    const [moved] = await run<{ received: number }>(
      `update file_upload set received = received + $3, parts = parts || $4::text, touched_at = now()
       where file = $1 and received = $2 returning received`,
      [id, offset, bytes.length, name],
    )
    if (!moved) throw problem('not-now', 'Another part of this file arrived meanwhile. Ask how far it is.')
    return moved.received
  }

  async function take(actor: Actor, id: number, offset: number, stream: Readable) {
    const upload = await uploadOf(actor, id)
    const { received, done } = stateOf(upload)
    if (done || offset !== received) {
      stream.resume()
      if (done) return { received, done }
      throw problem('not-now', `${received} bytes have arrived. Go on from there.`)
    }
    const { bytes, broken } = await readPiece(stream, Math.min(LONGEST_PIECE, upload.size - received))
    const now = bytes.length > 0 ? await keepPiece(id, offset, bytes) : received
    if (broken) throw broken
    return { received: now, done: false }
  }

  async function finish(actor: Actor, id: number): Promise<FileRow> {
    const upload = await uploadOf(actor, id)
    if (upload.hash !== null) return fileOf(run, id)
    if (upload.received !== upload.size)
      throw problem('not-now', `${upload.received} of ${upload.size} bytes have arrived.`)
    const folder = await mkdtemp(join(tmpdir(), 'caredesk-file-'))
    try {
      await keep(upload, join(folder, 'content'))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return fileOf(run, id)
  }

  async function keep(upload: Upload, path: string): Promise<void> {
    const { id, parts, size, sentHash, name } = upload
    const arrived = await gather(storage, parts ?? [], path)
    // After a restore pieces may be gone as well.
    if (arrived?.size !== size || arrived.sha256 !== sentHash) {
      await run(`update file_upload set received = 0, parts = '{}' where file = $1`, [id])
      throw problem('changed-meanwhile', 'The file arrived damaged. It has to be sent again.')
    }
    const [there] = await run('select 1 from stored_file where hash = $1', [sentHash])
    const made = there ? null : await make(path, name, arrived)
    if (made && 'refused' in made) {
      await forgetRefused(id)
      throw problem('invalid', made.refused, { fields: { content: made.refused } })
    }
    await inTransaction(pool, async client => {
      if (made)
        // Where somebody else's same bytes were faster, ours are swept.
        await client.query(
          `insert into stored_file (hash, name, kept_hash, kept_size, kind, type, extension, width, height)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (hash) do nothing`,
          [sentHash, made.name, made.sha256, made.size, made.kind, made.type, made.extension, made.width, made.height],
        )
      await client.query('update record_file set hash = $2 where id = $1', [id, sentHash])
      await client.query('delete from file_upload where file = $1', [id])
    })
  }

  /** What a field of a record names stays: its device may send it anew. Of anything else nothing is left. */
  async function forgetRefused(id: number): Promise<void> {
    await run(`update file_upload set received = 0, parts = '{}' where file = $1`, [id])
    await run('delete from record_file where id = $1 and (record is null or field is null)', [id])
  }

  type Made = Judged & { name: string; sha256: string; size: number; width: number | null; height: number | null }

  async function make(path: string, called: string, arrived: Arrived): Promise<Made | { refused: string }> {
    const judged = await judge(path, called)
    if ('refused' in judged) return judged
    if (judged.kind !== 'picture') {
      const name = await newObject()
      await storage.put(name, { path, ...arrived })
      return { ...judged, name, ...arrived, width: null, height: null }
    }
    const drawn = await draw(path, judged.type)
    if ('refused' in drawn) return drawn
    const { full, small, medium, type, extension, width, height } = drawn
    const name = await newObject()
    await Promise.all([
      storage.put(name, full),
      storage.put(`${name}-small`, small),
      storage.put(`${name}-medium`, medium),
    ])
    const sha256 = createHash('sha256').update(full).digest('hex')
    return { kind: 'picture', type, extension, name, sha256, size: full.length, width, height }
  }

  return {
    state: async (actor, id) => stateOf(await uploadOf(actor, id)),
    take,
    finish(actor, id) {
      const work = inTurn(() => finish(actor, id))
      if (!work) throw problem('busy', 'Many files arrive at once. Please try again.', { retryAfter: 3 })
      return work
    },
  }
}

/** What comes before the end, the limit or a broken connection. */
async function readPiece(stream: Readable, most: number): Promise<{ bytes: Buffer; broken: unknown }> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of stream) {
      length += (piece as Buffer).length
      if (length > most)
        return { bytes: Buffer.alloc(0), broken: problem('too-large', 'That is more than was announced.') }
      pieces.push(piece as Buffer)
    }
  } catch (error) {
    return { bytes: Buffer.concat(pieces), broken: error }
  }
  return { bytes: Buffer.concat(pieces), broken: null }
}

type Arrived = { size: number; sha256: string }

/** Puts the pieces together in a file and hashes them on the way; null where one is gone. */
async function gather(storage: Storage, parts: string[], path: string): Promise<Arrived | null> {
  const hash = createHash('sha256')
  let size = 0
  let gone = false
  await pipeline(
    async function* () {
      for (const part of parts) {
        const bytes = await storage.read(part)
        gone ||= bytes === null
        for await (const piece of (bytes ?? []) as AsyncIterable<Buffer>) {
          hash.update(piece)
          size += piece.length
          yield piece
        }
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  return gone ? null : { size, sha256: hash.digest('hex') }
}
