import { groupBy } from '#contract/group-by.ts'
import { splitOp } from '#contract/intent.ts'
import type { Register, Row } from '#contract/module.ts'
import { Dexie, type Table } from 'dexie'
import { putAnswered, type Answered } from '../answered.ts'
import { recordTables } from '../apply.ts'
import { bareTransaction, inBareTransaction } from '../bare-stores.ts'
import { goWithout, readLeftSealed } from '../left-sealed-rows.ts'
import { withRoom } from '../storage.ts'
import { dexieStores, type Stores } from '../stores.ts'
import { isKeepable, keptTable, readMetas, type MetaEntry, type UserDb } from '../user-db.ts'
import { openOps } from './count.ts'
import { openBooks, type Books, type Taken } from './machine.ts'
import { isOpen, newQueue, QUEUE, type OutboxOp, type QueueState } from './op.ts'
import { soundOps } from './sound.ts'
import { generation, inPlace, laneOps, LOADS, refold, rowsOf, type KeptRows } from './overlay.ts'

/** Which ops a step works on: those of some lanes, some with all that goes with them, the first open ones, the claimed, all. */
export type Concerned =
  | { lanes: readonly string[] }
  | { mids: readonly string[] }
  | { first: number }
  | 'claimed'
  | 'all'

export type Changed = {
  /** Rows as their person saw them, for records that the device does not keep. */
  seen?: readonly { t: string; row: Row }[]
  /** What the server answered: its rows are stored in the same step. */
  answer?: { epoch: string; seq: number; taken: () => readonly Taken[] }
  /** What else is to be remembered in the same step. */
  metas?: readonly MetaEntry[]
}

/**
 * Where the ops of a device lie. A step is all or nothing: what it changed is kept when it answers, with the rows as
 * their person sees them from then on.
 */
export type OutboxStore = {
  change: <R>(concerned: Concerned, step: (books: Books) => R, more?: Changed) => Promise<R>
  /** Which ops cannot go yet: what they need lies here sealed, for want of room. */
  whatLacks?: () => Promise<(op: OutboxOp) => boolean>
}

export function outboxIn(db: UserDb, register: Register): OutboxStore {
  return {
    change: (concerned, step, more = {}) =>
      inOneStep({ db, register }, concerned, async () => takeStep({ db, register }, concerned, step, more)),
    whatLacks: async () => goWithout(await readLeftSealed(db)),
  }
}

/** Work on what is concerned, and on other stores, that is kept as a whole. A step within it is a part of it. */
export function inOneStep<R>(
  { db, register }: Device,
  concerned: Concerned,
  // An async function: only then does Dexie follow what is awaited in it.
  work: () => Promise<R>,
  others: readonly Table[] = [],
): Promise<R> {
  const step = () => db.transaction('rw', [...tablesFor(db, register, concerned), ...others], work)
  // Room is made before the whole is tried again.
  return Dexie.currentTransaction ? Promise.resolve(step()) : withRoom({ db, register }, step)
}

/**
 * The same for work that a person waits for, which does without Dexie: on nothing but the stores that it is given. It is
 * begun a second time only where nothing can have come of the first.
 */
export function inQuickStep<R>(
  { db, register }: Device,
  lanes: readonly string[],
  work: (stores: Stores) => Promise<R>,
  others: readonly Table[] = [],
): Promise<R> {
  const tables = [...tablesFor(db, register, { lanes }), ...others]
  const names = tables.map(({ name }) => name)
  return withRoom({ db, register }, () => {
    const transaction = Dexie.currentTransaction ? null : bareTransaction(db, names)
    return transaction
      ? inBareTransaction(db, transaction, work)
      : db.transaction('rw', tables, async () => work(dexieStores(db)))
  })
}

/** Reads what is concerned, lets the step change it, and writes what it changed; inside the caller's transaction. */
async function takeStep<R>(device: Device, concerned: Concerned, step: (books: Books) => R, more: Changed): Promise<R> {
  const stores = dexieStores(device.db)
  const begun =
    typeof concerned !== 'string' && 'lanes' in concerned
      ? await beginStep(device, stores, concerned.lanes)
      : await begin(stores, opsOf(device.db, concerned))
  const result = step(begun.books)
  await finish(device, stores, begun, isAboutSending(concerned) ? 'sending' : more)
  return result
}

type Device = { db: UserDb; register: Register }

/** What a step works on, as it lies there; with the rows, where the lanes are known before. */
export type Begun = { books: Books; before: QueueState; rows?: KeptRows; metas: ReadonlyMap<string, unknown> }

/** Reads what a step on these lanes works on, in one way to the disk, with whatever of the store `meta` it names. */
export async function beginStep(
  { register }: Pick<Device, 'register'>,
  stores: Stores,
  lanes: readonly string[],
  named: readonly string[] = [],
): Promise<Begun> {
  const ops = Promise.all(lanes.map(lane => laneOps(stores, lane)))
  const [begun, of] = await Promise.all([
    begin(
      stores,
      ops.then(found => found.flat()),
      [...LOADS, ...named],
    ),
    rowsOf(stores, register, lanes),
  ])
  return { ...begun, rows: { of, g: generation(begun.metas) } }
}

async function begin(stores: Stores, reading: Promise<OutboxOp[]>, named: readonly string[] = []): Promise<Begun> {
  const [metas, ops] = await Promise.all([readMetas(stores, [QUEUE, ...named]), reading])
  const queue = (metas.get(QUEUE) as QueueState | undefined) ?? newQueue()
  return { books: openBooks(queue, ops), before: { ...queue }, metas }
}

/** Writes what a step changed, in one way to the disk. Answers the rows of its lanes as their person sees them. */
export const endStep = (
  device: Device,
  stores: Stores,
  begun: Begun,
  more: Omit<Changed, 'answer'>,
): Promise<ReadonlyMap<string, Row | null>> => finish(device, stores, begun, more)

/** What the server answered is stored by Dexie alone. */
async function finish(
  device: Device,
  stores: Stores,
  { books, before, rows }: Begun,
  more: Changed | 'sending',
): Promise<ReadonlyMap<string, Row | null>> {
  const { queue, touched } = books
  const isNew = queue.last !== before.last || queue.epoch !== before.epoch || before.last === 0
  const metas = [...(isNew ? [{ key: QUEUE, value: queue }] : []), ...(more === 'sending' ? [] : (more.metas ?? []))]
  // One after the other would be one way to the disk and back for each. What could not even begin leaves nothing behind it.
  const [, , shown] = await Promise.all([
    touched.size > 0 && stores.put('outbox', [...touched]),
    metas.length > 0 && stores.put('meta', metas),
    more === 'sending' ? new Map<string, Row | null>() : storeRows(device, stores, books, more, rows),
  ])
  return shown
}

/** Claiming and giving up changes no row: what is on its way looks as it did. */
const isAboutSending = (concerned: Concerned): boolean =>
  concerned === 'claimed' || (concerned !== 'all' && 'first' in concerned)

/** The rows as their person sees them from now on: what came with an answer, with the ops on top. */
async function storeRows({ db, register }: Device, stores: Stores, books: Books, more: Changed, rows?: KeptRows) {
  const fresh = more.answer ? await storeAnswered(db, register, books, more.answer) : new Set<string>()
  const others = [...books.touched].map(({ lane }) => lane).filter(lane => !fresh.has(lane))
  return refold(stores, register, others, books.ops, more.seen, more.answer ? undefined : rows)
}

/** The stores that a step may write: the fewer, the less it has to wait for others. */
function tablesFor(db: UserDb, register: Register, concerned: Concerned): Table[] {
  if (isAboutSending(concerned)) return [db.meta, db.outbox]
  if (typeof concerned === 'string' || !('lanes' in concerned)) return recordTables(db, register)
  const modules = concerned.lanes.map(lane => register[lane.slice(0, lane.indexOf(':'))])
  const kept = modules
    .filter(module => module !== undefined && isKeepable(module))
    .map(module => keptTable(db, module!))
  return [...new Set<Table>([db.meta, db.outbox, ...kept])]
}

async function opsOf(db: UserDb, concerned: Exclude<Concerned, { lanes: unknown }>): Promise<OutboxOp[]> {
  // What is still sealed, of a person with another key, is nobody's to change.
  if (concerned === 'all') return soundOps(await db.outbox.toArray())
  if (concerned === 'claimed') return soundOps(await db.outbox.where('state').anyOf('sending', 'cancelling').toArray())
  if ('first' in concerned) return firstOpen(db, concerned.first)
  return withWhatGoesAlong(db, await namedBy(db, concerned.mids))
}

/** Asked for one by one, all at once: a walk along the index would wait for the database at each. */
async function namedBy(db: UserDb, mids: readonly string[]): Promise<OutboxOp[]> {
  const found = await Promise.all(mids.map(mid => db.outbox.where('mid').equals(mid).first()))
  return soundOps(found.filter(op => op !== undefined))
}

/**
 * The first open ops, with those that make the records they refer to, however far behind they stand: a correction keeps the
 * place of what it corrects, and may name a newer record.
 */
async function firstOpen(db: UserDb, limit: number): Promise<OutboxOp[]> {
  const first = await openOps(db, limit)
  if (first.length < limit) return first
  const found = new Map(first.map(op => [op.mid, op]))
  const asked = new Set<string>()
  let fresh = first
  while (fresh.length > 0) {
    const lanes = new Set(fresh.flatMap(({ deps }) => deps).filter(lane => !asked.has(lane)))
    for (const lane of lanes) asked.add(lane)
    const ops = (await Promise.all([...lanes].map(lane => laneOps(dexieStores(db), lane)))).flat()
    fresh = ops.filter(op => splitOp(op.op).action === 'create' && isOpen(op) && !found.has(op.mid))
    for (const op of fresh) found.set(op.mid, op)
  }
  return [...found.values()]
}

/** Ops with all that may go with them: what else is in their lanes, and what refers to records that they make. */
async function withWhatGoesAlong(db: UserDb, named: readonly OutboxOp[]): Promise<OutboxOp[]> {
  const found = new Map<string, OutboxOp>()
  const asked = new Set<string>()
  let fresh = [...named]
  while (fresh.length > 0) {
    const lanes = [...new Set(fresh.map(({ lane }) => lane))].filter(lane => !asked.has(lane))
    for (const lane of lanes) asked.add(lane)
    const more = await Promise.all([
      ...lanes.map(lane => laneOps(dexieStores(db), lane)),
      lanes.length > 0 ? db.outbox.where('deps').anyOf(lanes).toArray().then(soundOps) : [],
    ])
    for (const op of fresh) found.set(op.mid, found.get(op.mid) ?? op)
    fresh = more.flat().filter(({ mid }) => !found.has(mid))
  }
  return [...found.values()]
}

/** Rows that came with an answer become what the server says of their records. Answers the lanes of those that were newer. */
async function storeAnswered(
  db: UserDb,
  register: Register,
  { ops }: Books,
  { epoch, seq, taken }: NonNullable<Changed['answer']>,
): Promise<ReadonlySet<string>> {
  const rows = taken().flatMap(({ op, result }): Answered[] => {
    const row = result.row as Row | undefined
    // What waits for the record of a note was not looked at: its row comes with the feed.
    const isOfLane = row?.id === op.id && op.lane === `${splitOp(op.op).module}:${op.id}`
    if (!isOfLane) return []
    return [{ t: splitOp(op.op).module, id: row.id, v: row.version, row, seq: result.feedSeq ?? seq }]
  })
  const waiting = groupBy(inPlace(ops.filter(isOpen)), ({ lane }) => lane)
  const { written } = await putAnswered(db, register, epoch, rows, async () => epoch, waiting)
  return new Set(written.map(({ t, id }) => `${t}:${id}`))
}
