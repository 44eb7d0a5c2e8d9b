import { Dexie, type Table } from 'dexie'
import type { Waiting } from '../upload.ts'
import type { OutboxOp } from './op.ts'

type WithOutbox = { outbox: Table<OutboxOp, number> }
type WithFiles = WithOutbox & { blobs: Table<Waiting, string> }

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

/** What is sealed does not say what it is for. */
async function countSealed(blobs: WithFiles['blobs']): Promise<number> {
  const [rows, marked] = await Promise.all([blobs.count(), blobs.orderBy('files').primaryKeys()])
  return rows - new Set(marked).size
}

/** The same with the photos and files that wait beside them: all that would be missed if this device were lost. */
export const countWaiting = async (db: WithFiles): Promise<number> => (await countUnsent(db)) + (await countFiles(db))

/** The same for what has none of the app's data beside it, by the name of the person's database. */
export async function countWaitingIn(name: string): Promise<number> {
  if (!(await Dexie.exists(name))) return 0
  const db = new Dexie(name)
  try {
    await db.open()
    const tables: WithFiles = { outbox: db.table('outbox'), blobs: db.table('blobs') }
    return (await countWaiting(tables)) + (await countSealed(tables.blobs))
  } finally {
    db.close()
  }
}

/** Those changes, in their order; `limit` for the first of them. */
export const openOps = (db: WithOutbox, limit = Infinity): Promise<OutboxOp[]> => {
  const open = db.outbox.where('[open+ord]').between([1, Dexie.minKey], [1, Dexie.maxKey])
  return (limit === Infinity ? open : open.limit(limit)).toArray()
}

/** So long the device remembers what the server has confirmed: longer than any backup that it may be restored from. */
export const REMEMBERED_DAYS = 14

/** Forgets what came to its end long ago. */
export async function pruneEnded(db: WithFiles, now: number): Promise<void> {
  const isOver = endedFor(await openOps(db), (await db.blobs.count()) > 0)
  await db.outbox
    .where('endedAt')
    .below(now - REMEMBERED_DAYS * 86_400_000)
    .and(isOver)
    .delete()
}

type Named = Pick<OutboxOp, 'open' | 'supersedes' | 'alsoSupersedes'>
type Ending = Partial<Pick<OutboxOp, 'open' | 'mid' | 'state'>>

/**
 * Who of these came to their end for good: what an open correction stands for is still needed, should that be discarded or
 * come too late. While files wait, so is what was discarded: nothing else says of them that nobody wants them sent.
 */
export function endedFor(ops: readonly Partial<Named>[], filesWait = false): (op: Ending) => boolean {
  const needed = new Set(ops.flatMap(op => (op.open === 1 ? [op.supersedes, ...(op.alsoSupersedes ?? [])] : [])))
  return ({ open, mid, state }) => open === 0 && !needed.has(mid) && !(filesWait && state === 'discarded')
}
