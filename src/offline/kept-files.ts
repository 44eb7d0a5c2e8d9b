import type { PushInput } from '#contract/calls/push.ts'
import { holdsIn, type HoldOf } from './holds.ts'
import { withFilesOf } from './manifests.ts'
import { openOps } from './outbox/count.ts'
import { endedFor } from './outbox/over.ts'
import { numbersIn } from './outbox/numbers-in.ts'
import type { OutboxOp } from './outbox/op.ts'
import { isSealed, isSealedKey } from './seal.ts'
import type { Refusal, Upload, Waiting } from './upload.ts'
import type { UserDb } from './user-db.ts'

/** Held by whoever sends this file: another tab, or the service worker, is not at it too. */
export const uploadLock = ({ mid }: Pick<Upload, 'mid'>) => `caredesk-upload-${mid}`

/** Bytes and manifest in one row; the same bytes for two records are one row with two manifests. */
export async function keepFile(db: UserDb, upload: Upload, bytes: Blob): Promise<void> {
  await addUpload(db, upload, bytes.type, await bytes.arrayBuffer())
}

/** The same of what lay in a store that the browser has emptied, unless another tab was faster. */
export async function keepAgain(db: UserDb, upload: Upload, bytes: Blob): Promise<void> {
  const buffer = await bytes.arrayBuffer()
  await db.transaction('rw', db.blobs, async () => {
    if (!(await isKeptStill(db, upload))) await addUpload(db, upload, bytes.type, buffer)
  })
}

/** Other bytes in the place of those that are kept for this upload. `gone`: it was let go of meanwhile, and stays so. */
export async function keepInstead(db: UserDb, before: Kept, upload: Upload, bytes: Blob): Promise<true | 'gone'> {
  const buffer = await bytes.arrayBuffer()
  return db.transaction('rw', db.blobs, async () => {
    if (!(await keptUpload(db, before))) return 'gone'
    await letGo(db, before)
    await addUpload(db, upload, bytes.type, buffer)
    return true
  })
}

const addUpload = (db: UserDb, upload: Upload, mime: string, bytes: ArrayBuffer): Promise<void> =>
  db.transaction('rw', db.blobs, async () => {
    const { hash } = upload
    const there = await db.blobs.get(hash)
    await db.blobs.put(keptRow({ hash, mime, bytes }, [...(there?.uploads ?? []), upload]))
  })

type Kept = Pick<Upload, 'id' | 'hash'>

/** The server has it for good, or nobody wants it any more; whatever its bytes are now, should a tab have made it smaller. */
export const letGo = (db: UserDb, { id }: Pick<Upload, 'id'>): Promise<void> =>
  db.transaction('rw', db.blobs, async () => {
    for (const hash of await db.blobs.where('files').equals(id).primaryKeys())
      await changeRow(db, hash, uploads => uploads.filter(upload => upload.id !== id))
  })

/** As it is kept now, whichever tab wrote it last. Undefined: it is not kept here any more. */
export const keptUpload = async (db: UserDb, { id, hash }: Kept): Promise<Upload | undefined> =>
  (await db.blobs.get(hash))?.uploads?.find(upload => upload.id === id)

/** Is it kept here still, whatever its bytes are now? */
export const isKeptStill = async (db: UserDb, { id }: Pick<Upload, 'id'>): Promise<boolean> =>
  (await db.blobs.where('files').equals(id).count()) > 0

/** Nobody wants any of them any more. What is sealed is left: nobody here has seen what it is. */
export const letGoAll = (db: UserDb): Promise<void> =>
  db.transaction('rw', db.blobs, async () => {
    const keys = await db.blobs.toCollection().primaryKeys()
    await db.blobs.bulkDelete(keys.filter(key => !isSealedKey(key)))
  })

/** The numbers of all files that are kept here, without their bytes. */
export const keptIds = async (db: UserDb): Promise<ReadonlySet<number>> => {
  const ids = new Set((await db.blobs.orderBy('files').uniqueKeys()) as number[])
  ids.delete(0)
  return ids
}

/** The server has refused it: until its person says so, nobody sends it again. */
export const noteRefused = (db: UserDb, kept: Kept, refused: Refusal): Promise<void> =>
  changeUpload(db, kept, upload => ({ ...unmarked(upload), refused }))

/** It may be sent again. */
export const forgetRefusal = (db: UserDb, kept: Kept): Promise<void> => changeUpload(db, kept, unmarked)

/** Its form was discarded, which may be undone for a while: should the page go before that is over, nobody sends it. */
export const noteGivenUp = (db: UserDb, kept: Kept, isGivenUp: boolean): Promise<void> =>
  changeUpload(db, kept, upload => (isGivenUp ? { ...unmarked(upload), ahead: true } : unmarked(upload)))

/** What was chosen, without what became of it. */
function unmarked(upload: Upload): Upload {
  const { ahead: _ahead, refused: _refused, ...chosen } = upload
  return chosen
}

const changeUpload = (db: UserDb, { id, hash }: Kept, step: (upload: Upload) => Upload): Promise<void> =>
  changeRow(db, hash, uploads => uploads.map(upload => (upload.id === id ? step(upload) : upload)))

const changeRow = (db: UserDb, hash: string, step: (uploads: Upload[]) => Upload[]): Promise<void> =>
  db.transaction('rw', db.blobs, async () => {
    const there = await db.blobs.get(hash)
    if (!there) return
    const left = step(there.uploads ?? [])
    await (left.length > 0 ? db.blobs.put(keptRow(there, left)) : db.blobs.delete(hash))
  })

/**
 * The server has all of it. What a change names stays here all the same until that is done: the server forgets what no
 * record holds, and a change may wait for its person, or for a connection, longer than that. True: it stays.
 */
export async function noteSent(db: UserDb, upload: Upload): Promise<boolean> {
  const isAhead = upload.record === null && (await readHolds(db))({ ...upload, ahead: true }) === 'change'
  if (!isAhead) await letGo(db, upload)
  else await changeUpload(db, upload, one => ({ ...unmarked(one), ahead: true }))
  return isAhead
}

/** What was chosen and never saved, so long ago that the server has forgotten it too. */
export async function letGoUnused(db: UserDb, now: number): Promise<void> {
  const { ops, drafts } = await readWork(db)
  // What is sealed may name anything.
  if ([...ops, ...drafts].some(isSealed)) return
  const named = new Set(numbersIn([ops.map(({ args }) => args), drafts.map(({ value }) => value)]))
  for (const { uploads = [] } of await db.blobs.where({ files: 0 }).toArray())
    for (const upload of uploads) if (upload.at < now - UNUSED && !named.has(upload.id)) await letGo(db, upload)
}
const UNUSED = 14 * 86_400_000

/** In one moment: what is saved goes from its draft into a change. */
const readWork = (db: UserDb) =>
  db.transaction('r', db.outbox, db.drafts, async () => ({
    ops: await db.outbox.toArray(),
    drafts: await db.drafts.toArray(),
  }))

/** What names a file: the change that it goes with, be it sent already, or a form that is not saved yet. */
export type Need = OutboxOp | 'form'

/** Of each number that is named at all, who needs what it stands for; what is not sent yet comes before what is. */
export async function readNeeds(db: UserDb): Promise<ReadonlyMap<number, Need>> {
  const { ops, drafts } = await readWork(db)
  const isOver = endedFor(ops)
  const needs = new Map<number, Need>()
  const note = (need: Need, named: unknown) => {
    for (const id of numbersIn(named)) needs.set(id, need)
  }
  for (const op of ops) if (op.state === 'done') note(op, op.args)
  for (const { value } of drafts) note('form', value)
  // The first of them is the one that brought it.
  for (const op of ops.toReversed()) if (!isOver(op)) note(op, op.args)
  return needs
}

/** Would something that is not sent yet be refused without it? */
export const isUnsent = (need: Need | undefined): boolean =>
  need !== undefined && (need === 'form' || need.state !== 'done')

/** A row of bytes with what they are for, found by each of these files; by 0 where the server has them all. */
export const keptRow = ({ hash, mime, bytes }: Omit<Waiting, 'uploads' | 'files'>, uploads: Upload[]): Waiting => ({
  hash,
  mime,
  bytes,
  uploads,
  files: [...(uploads.every(({ ahead }) => ahead) ? [0] : []), ...uploads.map(({ id }) => id)],
})

export async function sha256(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** What each file has to wait for, as the queue stands now. */
export async function readHolds(db: UserDb): Promise<HoldOf> {
  // In one moment: what was refused goes back from its change into its draft.
  const [open, over, drafts] = await db.transaction('r', db.outbox, db.drafts, async () => [
    await openOps(db),
    await db.outbox.where('state').anyOf('done', 'discarded').toArray(),
    await db.drafts.toArray(),
  ])
  return holdsIn({ open, over, drafts })
}

/** What is to be sent, with what it names of the files that wait here. */
export async function withManifests(db: UserDb | null, input: PushInput): Promise<PushInput> {
  if (!db || (await db.blobs.count()) === 0) return input
  const ops: PushInput['ops'] = []
  for (const op of input.ops) {
    const named = 'cancel' in op ? [] : [...new Set(numbersIn(op.args))]
    const rows = named.length === 0 ? [] : await db.blobs.where('files').anyOf(named).distinct().toArray()
    ops.push(withFilesOf(op, rows, input.deviceId))
  }
  return { ...input, ops }
}
