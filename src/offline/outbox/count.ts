import { Dexie, type Table } from 'dexie'
import { hasLeftSealed } from '../left-sealed.ts'
import type { Waiting } from '../upload.ts'
import type { OutboxOp } from './op.ts'
import { isSound, soundOps } from './sound.ts'

type WithOutbox = { outbox: Table<OutboxOp, number> }
export type WithFiles = WithOutbox & { blobs: Table<Waiting, string> }

/** How many changes the server has not confirmed. */
export const countUnsent = (db: WithOutbox): Promise<number> => db.outbox.where('open').equals(1).count()

/**
 * Photos and files that the server has not got, each as often as it is for something. Where it has all that some bytes are
 * for, these are marked with a 0. Bytes are large, and are read only where they are for several.
 */
export async function countFiles({ blobs }: Pick<WithFiles, 'blobs'>): Promise<number> {
  const [all, sent] = await Promise.all([
    blobs.where('files').above(0).primaryKeys(),
    blobs.where({ files: 0 }).primaryKeys(),
  ])
  const isSent = new Set(sent)
  const waiting = all.filter(hash => !isSent.has(hash))
  const shared = new Set(waiting.filter((hash, at) => waiting.indexOf(hash) < at))
  const rows = shared.size === 0 ? [] : await blobs.bulkGet([...shared])
  const ahead = rows.flatMap(row => row?.uploads ?? []).filter(upload => upload.ahead)
  return waiting.length - ahead.length
}

/** Changes with the photos and files that wait beside them: all that would be missed if this device were lost. */
export const countWaiting = async (db: WithFiles): Promise<number> =>
  (await countUnsent(db)) + (await countFiles(db)) + (await leftSealed(db))

/** Those changes, in their order; `limit` for the first of them. */
export async function openOps(db: WithOutbox, limit = Infinity): Promise<OutboxOp[]> {
  const open = () => db.outbox.where('[open+ord]').between([1, Dexie.minKey], [1, Dexie.maxKey])
  const found = await (limit === Infinity ? open() : open().limit(limit)).toArray()
  const sound = soundOps(found)
  // Whoever asks for some takes fewer for all that there are. A walk takes longer, and is not needed otherwise.
  return sound.length < found.length && found.length === limit ? open().and(isSound).limit(limit).toArray() : sound
}

const leftSealed = async (db: WithFiles): Promise<number> =>
  hasLeftSealed(db) ? (await import('../left-sealed-rows.ts')).countLeftSealed(db) : 0
