import * as z from 'zod/mini'
import { intent } from '#contract/intent.ts'
import { BRING_BACK } from '../bring-back.ts'
import { isSignedBy } from '../file-key.ts'
import { keptRow } from '../kept-files.ts'
import { metaIn } from '../keep-meta.ts'
import type { UserDb } from '../user-db.ts'
import { contentOf, filesIn, ownOrigin, type UnsentExport } from './export-format.ts'
import { enqueue, inOrder } from './machine.ts'
import { isOpen, needsDecision, type OutboxOp } from './op.ts'
import type { OutboxStore } from './store.ts'

/** Why a file is not taken in. */
export type ImportRefusal = 'unreadable' | 'newer' | 'other-person' | 'forged'
/** What became of what was in it; `damaged` are files whose bytes are not what they were. */
export type Imported = { added: number; known: number; blobs: number; drafts: number; damaged: number }

const op = z.looseObject({
  ...intent.shape,
  seq: z.int(),
  ord: z.number(),
  userId: z.int(),
  queueId: z.uuid(),
  queueSeq: z.int().check(z.positive()),
  deviceId: z.uuid(),
  lane: z.string().check(z.regex(/^[A-Za-z]{1,60}:\d{1,16}$/)),
  prevMid: z.nullable(z.uuid()),
  deps: z.array(z.string()),
  supersedes: z.nullable(z.uuid()),
  alsoSupersedes: z.array(z.uuid()),
  state: z.enum(['pending', 'sending', 'conflict', 'rejected', 'cancelling', 'superseded', 'done', 'discarded']),
  sentOnce: z.boolean(),
  at: z.number(),
  clockOffset: z.number(),
  build: z.string(),
})

const file = z.object({
  format: z.literal('caredesk-unsent'),
  version: z.int(),
  origin: z.optional(z.string()),
  userId: z.int(),
  exportedAt: z.string(),
  signature: z.optional(z.string()),
  ops: z.array(op),
  blobs: z.array(
    z.looseObject({
      hash: z.string(),
      mime: z.string(),
      base64: z.string(),
      at: z.optional(z.array(z.int())),
    }),
  ),
  drafts: z.array(z.object({ key: z.string(), value: z.unknown(), at: z.number() })),
})

const STEP = 4 * 1024 * 1024
const NEW_LINE = 10

/** From where to where each line of a file goes. */
async function* linesOf(file: Blob): AsyncGenerator<[number, number]> {
  let from = 0
  for (let at = 0; at < file.size; at += STEP) {
    const bytes = new Uint8Array(await file.slice(at, at + STEP).arrayBuffer())
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, end + 1)) {
      yield [from, at + end]
      from = at + end + 1
    }
  }
  yield [from, file.size]
}

/** What such a file says, with where the bytes lie in the place of those that stand on lines of their own. */
export async function outlineOf(file: Blob): Promise<string> {
  const lines: string[] = []
  const textOf = (from: number, to: number) => file.slice(from, to).text()
  for await (const [from, to] of linesOf(file)) {
    const isBytes = to - from > 1 && (await textOf(from, from + 1)) === '"' && (await textOf(to - 1, to)) === '"'
    lines.push(isBytes ? `"","at":[${from + 1},${to - 1}]` : await textOf(from, to))
  }
  return lines.join('\n')
}

/** Reads a file that was exported; why not where it is none of ours, of a newer build, or of somebody else. */
export function readExport(text: string, userId: number): UnsentExport | ImportRefusal {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'unreadable'
  }
  const version = (json as { format?: unknown; version?: unknown } | null)?.version
  const parsed = file.safeParse(json)
  if (typeof version === 'number' && version > 1) return 'newer'
  if (!parsed.success) return 'unreadable'
  const found = parsed.data as unknown as UnsentExport
  return found.userId === userId && found.ops.every(op => op.userId === userId) ? found : 'other-person'
}

/** Was it made by its person? `unsigned`: nobody can say, because an earlier build made it, or this device has no key. */
export async function makerOf(
  text: string,
  { signature }: UnsentExport,
  key: CryptoKey | undefined,
): Promise<'own' | 'unsigned' | 'forged'> {
  if (signature === undefined || !key) return 'unsigned'
  // As it stands in the file: what was read of it may have been made clean.
  const content = contentOf(JSON.parse(text) as UnsentExport)
  return (await isSignedBy(key, content, signature)) ? 'own' : 'forged'
}

/**
 * The address at which it was saved, where that is not this one; else null. Every server counts its records and people from
 * one, so what is in it may be about others here.
 */
export const otherOrigin = ({ origin }: UnsentExport, here = ownOrigin()): string | null =>
  origin === undefined || origin === here ? null : origin

/**
 * Takes in what was exported here or on another device. Every change keeps its `mid`, its queue and its device, so that it
 * counts once however often it comes and wherever it is sent from. `file`: where the bytes lie of which only the place was read.
 */
export async function importUnsent(
  db: UserDb,
  store: OutboxStore,
  found: UnsentExport,
  file = new Blob(),
): Promise<Imported> {
  // The bytes first: a change must not go out before what it is about.
  const { blobs, damaged } = await takeBlobs(db, found.blobs, file)
  const drafts = await takeDrafts(db, found.drafts)
  const ops = inOrder(found.ops.filter(isOpen))
  const added = await importOps(store, ops)
  // The next pull fetches the records that it is about; on a device too full to note so, each comes when it is opened.
  await metaIn(db)<unknown, void>(BRING_BACK, undefined, before => ({
    value: before ?? true,
    result: undefined,
  })).catch(() => undefined)
  return { added, known: ops.length - added, blobs, drafts, damaged }
}

/** Puts these ops at the end of the queue, in their order; those that were here before, in whatever state, stay as they are. */
export const importOps = (store: OutboxStore, ops: readonly OutboxOp[]): Promise<number> =>
  store.change({ lanes: [...new Set(ops.map(({ lane }) => lane))] }, books => {
    const known = new Set(books.ops.map(({ mid }) => mid))
    const news = ops.filter(({ mid }) => !known.has(mid))
    for (const op of news) {
      const { seq: _seq, ord: _ord, ...kept } = op
      // Nobody waits for its answer any more. Where it came from it may be sent too: taken back, it is told to the server.
      // What a server refused may be decided by now, there or by somebody else: it says so, or refuses it once more.
      const isAsked = op.state === 'sending' || (needsDecision(op) && op.sentOnce && !op.problem?.own)
      const as = isAsked ? ({ state: 'pending', problem: null } as const) : { state: op.state }
      const here = { ...as, open: 1, claim: null, attempts: 0, nextAt: 0, endedAt: null, sentOnce: true } as const
      enqueue(books, op, { ...kept, ...here })
    }
    return news.length
  })

async function takeBlobs(db: UserDb, blobs: UnsentExport['blobs'], file: Blob) {
  let taken = 0
  let damaged = 0
  for (const { hash, mime, base64, at, uploads } of blobs) {
    const bytes = bytesOf(at ? await file.slice(at[0], at[1]).text() : base64)
    if (!bytes || (await hashOf(bytes)) !== hash) {
      damaged += 1
      continue
    }
    const known = await db.blobs.get(hash)
    const news = (uploads ?? []).filter(one => !holds(known?.uploads, one.id))
    if (known && news.length === 0) continue
    await db.blobs.put(keptRow({ hash, mime, bytes: bytes.buffer }, [...(known?.uploads ?? []), ...news]))
    taken += filesIn([uploads ? { uploads: news } : {}])
  }
  return { blobs: taken, damaged }
}

const holds = (uploads: readonly { id: number }[] = [], id: number) => uploads.some(one => one.id === id)

async function takeDrafts(db: UserDb, drafts: UnsentExport['drafts']): Promise<number> {
  const known = await db.drafts.bulkGet(drafts.map(({ key }) => key))
  const news = drafts.filter((_, place) => known[place] === undefined)
  await db.drafts.bulkPut(news)
  return news.length
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  } catch {
    return null
  }
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
