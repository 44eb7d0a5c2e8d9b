import type { Dexie, Table } from 'dexie'
import { moveRows, readStores } from '../raw-store.ts'
import { isSealed, openRow, sealRow, type SealedRow } from '../seal.ts'
import { endedFor, REMEMBERED_DAYS } from './over.ts'
import { ENDED, newQueue, QUEUE, TOLD, type OutboxOp, type QueueState } from './op.ts'
import { isAskedAgain } from './problem.ts'

/** What would be sent again should the server be restored, and the life of the server that it was sent to. */
type Ended = { ops: OutboxOp[]; epoch: string | null; told: string[] }
/** `last`: when the last of it was answered. */
type Found = { ended: Ended; last: number }
/** The same as it lies in `meta` while its person is away: in clear stands only when it is to be forgotten. */
type SealedEnded = SealedRow & { key: string; until: number }

type MetaEntry = { key: string; value: unknown }
type Store = Dexie & { meta: Table<MetaEntry, string>; outbox: Table<OutboxOp, number> }

const STORE = 'meta'
const REMEMBERED = REMEMBERED_DAYS * 86_400_000

const isSealedEnded = (row: unknown): row is SealedEnded => isSealed(row) && Reflect.has(row, 'until')

/** Is it what somebody left behind, and not too old? */
export const isStillKept = (row: unknown, now = Date.now()): boolean => isSealedEnded(row) && row.until > now

/**
 * What of this database has come to its end lately enough that a restored server may want it again. What was refused so lately
 * is asked again then: it waits by itself, and needs to know of which life of the server that was. Null: nothing.
 */
export async function readEnded(name: string, filesWait: boolean, now = Date.now()): Promise<Found | null> {
  const rows = await readStores(name, ['outbox', STORE])
  const all = (rows?.outbox ?? []) as OutboxOp[]
  const isOver = endedFor(all, filesWait)
  const isRecent = (at: number | null | undefined) => (at ?? 0) > now - REMEMBERED
  const ops = all.filter(op => isOver(op) && isRecent(op.endedAt) && isSentAgain(op)).map(asSent)
  const refused = all.filter(op => isAskedAgain(op) && isRecent(op.problem?.at))
  if (ops.length + refused.length === 0) return null
  const last = Math.max(...ops.map(({ endedAt }) => endedAt ?? 0), ...refused.map(({ problem }) => problem?.at ?? 0))
  const metas = new Map((rows?.[STORE] as MetaEntry[] | undefined)?.map(({ key, value }) => [key, value]))
  const queue = metas.get(QUEUE) as QueueState | undefined
  const told = (metas.get(TOLD) as string[] | undefined) ?? []
  return { ended: { ops, epoch: queue?.epoch ?? null, told }, last }
}

/** As the queue does it for another life of the server. */
const isSentAgain = ({ state, sentOnce, decidedBy }: OutboxOp): boolean =>
  state === 'done' || decidedBy !== undefined || (state === 'discarded' && sentOnce)

/** That something was taken back is said without its words. */
const asSent = (op: OutboxOp): OutboxOp =>
  op.state === 'discarded' && !op.decidedBy ? { ...op, args: {}, base: null, problem: null } : op

/** Puts ciphertext in its place: one row, which does not tell how much it was. */
export async function sealEnded(name: string, { ended, last }: Found, key: CryptoKey): Promise<void> {
  const until = last + REMEMBERED
  const row = { key: ENDED + crypto.randomUUID(), sealed: await sealRow(key, STORE, ended), until }
  const seqs = ended.ops.map(({ seq }) => seq)
  await moveRows(name, { from: 'outbox', keys: seqs, to: STORE, row })
}

/** Until when something of that lies there; undefined where nothing does. */
export async function endedUntil(name: string): Promise<number | undefined> {
  const rows = (await readStores(name, [STORE]))?.[STORE] ?? []
  const times = rows.filter(isSealedEnded).map(({ until }) => until)
  return times.length > 0 ? Math.max(...times) : undefined
}

/** Its person is back: where the server lives another life by now, the queue finds that out and sends all of it again. */
export async function recallEnded(db: Store, key: CryptoKey): Promise<void> {
  const rows = (await db.meta.where('key').startsWith(ENDED).toArray()) as unknown[]
  for (const row of rows.filter(isSealedEnded)) {
    const ended = (await openRow(key, STORE, row.sealed).catch(() => null)) as Ended | null
    if (ended) await db.transaction('rw', db.meta, db.outbox, async () => putBack(db, row.key, ended))
    else if (!isStillKept(row)) await db.meta.delete(row.key)
  }
}

async function putBack(db: Store, key: string, { ops, epoch, told }: Ended): Promise<void> {
  // Another tab may have been quicker.
  if (!(await db.meta.get(key))) return
  const [entry, said] = await db.meta.bulkGet([QUEUE, TOLD])
  const queue = (entry?.value as QueueState | undefined) ?? newQueue()
  const heard = (said?.value as string[] | undefined) ?? []
  const [known, taken] = await Promise.all([
    db.outbox
      .where('mid')
      .anyOf(ops.map(({ mid }) => mid))
      .keys(),
    db.outbox.bulkGet(ops.map(({ seq }) => seq)),
  ])
  let last = Math.max(queue.last, ...ops.map(({ seq }) => seq))
  const back = ops.map((op, at) => (taken[at] ? { ...op, seq: ++last } : op))
  const isHere = new Set<unknown>(known)
  await db.outbox.bulkPut(back.filter(({ mid }) => !isHere.has(mid)))
  const lives = new Set([epoch, queue.epoch ?? epoch])
  // Where it was not all sent to one life that is known, it is sent to whichever there is.
  const sentTo = lives.size === 1 && epoch !== null ? epoch : crypto.randomUUID()
  await db.meta.bulkPut([
    { key: QUEUE, value: { id: queue.id, last, epoch: sentTo } satisfies QueueState },
    { key: TOLD, value: [...new Set([...heard, ...told])] },
  ])
  await db.meta.delete(key)
}
