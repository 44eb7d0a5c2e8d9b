import type { Table } from 'dexie'
import type { Change, PullAnswer, SnapshotAnswer } from '#contract/calls/sync.ts'
import { groupBy } from '#contract/group-by.ts'
import { splitOp } from '#contract/intent.ts'
import { isInGroup, isKeptInPart } from '#contract/keep.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { holds } from '#contract/rules.ts'
import { BRING_BACK } from './bring-back.ts'
import type { Written } from './channel.ts'
import { knownTo, mayHold, withoutPassed } from './may-hold.ts'
import { countUnsent, openOps } from './outbox/count.ts'
import { isOpen, type OutboxOp } from './outbox/op.ts'
import { isOn, laneOps, refold, serverRow, withOps } from './outbox/overlay.ts'
import { dexieStores } from './stores.ts'
import {
  isKeepable,
  isKnown,
  keptTable,
  readCursor,
  readLoad,
  storeName,
  type Cursor,
  type Kept,
  type Load,
  type UserDb,
} from './user-db.ts'

/** The records that changed on this device, with who wrote them last, as far as that is known. */
export type Applied = { modules: string[]; written: (Written & { by: number | null })[] }

type Fresh = Change & { g: number; seq?: number }

/**
 * Writes only what is newer than what is stored: an answer that was under way for a while never takes a row back, and
 * the same answer twice changes nothing. What waits on this device is laid over it, by lane; whoever has it at hand gives it.
 * Runs inside the caller's transaction.
 */
export async function put(
  db: UserDb,
  register: Register,
  changes: Fresh[],
  known?: ReadonlyMap<string, OutboxOp[]>,
): Promise<Applied> {
  const byStore = new Map<string, Fresh[]>()
  for (const change of changes) {
    const module = register[change.t]
    // A module that this build does not know yet: its rows come with the load that the newer build makes.
    if (!module || !isKeepable(module)) continue
    const store = storeName(module)
    const fresh = byStore.get(store)
    if (fresh) fresh.push(change)
    else byStore.set(store, [change])
  }
  const written = new Map<number, Applied['written'][number]>()
  const lanes = new Set(changes.map(({ t, id }) => `${t}:${id}`))
  const waiting = known ?? (await openByLane(db, [...lanes]))
  for (const [store, fresh] of byStore) {
    const table = db.table<Kept, number>(store)
    const stored = new Map<number, Kept>()
    for (const row of await readStored(table, fresh)) stored.set(row.id, row)
    const writes = new Map<number, Kept>()
    for (const change of fresh) {
      const module = register[change.t]!
      const kept = keep(change, module)
      const before = writes.get(change.id) ?? stored.get(change.id)
      if (before && !isNewer(kept, before)) continue
      const ops = waiting.get(`${change.t}:${change.id}`)
      writes.set(change.id, (ops && withOps(module, kept, kept.row, ops)) ?? kept)
      written.set(change.id, { t: change.t, id: change.id, v: change.v, by: kept.row?.updatedBy ?? null })
    }
    await table.bulkPut([...writes.values()])
  }
  return { modules: [...new Set([...written.values()].map(({ t }) => t))], written: [...written.values()] }
}

/** From here on one read of the stretch is faster than one read for each row: a page of a load is a stretch. */
const MANY = 1_000

async function readStored(table: Table<Kept, number>, fresh: readonly Fresh[]): Promise<Kept[]> {
  const ids = fresh.map(change => change.id)
  if (ids.length >= MANY) {
    const sorted = ids.toSorted((a, b) => a - b)
    return table.where('id').between(sorted[0]!, sorted.at(-1)!, true, true).toArray()
  }
  return (await table.bulkGet(ids)).filter(row => row !== undefined)
}

function keep(change: Fresh, module: Module): Kept {
  const { id, t, v, g, seq } = change
  const place = seq === undefined ? {} : { seq }
  if ('gone' in change) return { id, t, v, g, on: 0, row: null, goneAt: Date.now(), ...place }
  const row = change.row as Row
  return { id, t, v, g, on: isOn(module, row), row, ...place }
}

/** The changes of this device that wait for these records, by record; `lanes` is missing where any may be asked for. */
async function openByLane(db: UserDb, lanes?: readonly string[]): Promise<ReadonlyMap<string, OutboxOp[]>> {
  const count = await countUnsent(db)
  if (count === 0) return new Map()
  const ops =
    lanes && lanes.length < count
      ? (await Promise.all(lanes.map(lane => laneOps(dexieStores(db), lane)))).flat()
      : await openOps(db)
  return groupBy(ops.filter(isOpen), ({ lane }) => lane)
}

/** A later load wins, since after a restore versions may start lower; then the version; of equals, gone is the last word. */
function isNewer(fresh: Kept, stored: Kept): boolean {
  if (fresh.g !== stored.g) return fresh.g > stored.g
  if (fresh.v !== stored.v) return fresh.v > stored.v
  return fresh.row === null && (serverRow(stored) !== null || !isKnown(stored))
}

export const keptTables = (db: UserDb, register: Register): Table<Kept, number>[] => [
  ...new Set(
    Object.values(register)
      .filter(isKeepable)
      .map(module => keptTable(db, module)),
  ),
]

/** All that a transaction touches which writes records. */
export const recordTables = (db: UserDb, register: Register): Table[] => [
  db.meta,
  db.outbox,
  ...keptTables(db, register),
]

/** The load that rows belong to that are written now: the one under way, else the last finished one. */
const generation = (cursor: Cursor | undefined, load: Load | undefined) => load?.g ?? cursor?.g ?? 0

/**
 * One page of the feed and the cursor behind it, together or not at all. `asked` is the place that was asked for: an
 * answer for another place or epoch came too late and is dropped.
 */
export async function applyPull(
  db: UserDb,
  register: Register,
  asked: { epoch: string; seq: number },
  answer: PullAnswer,
): Promise<Applied | 'late'> {
  return db.transaction('rw', recordTables(db, register), async () => {
    const cursor = await readCursor(db)
    if (!cursor || (await readLoad(db)) || cursor.epoch !== asked.epoch || cursor.seq !== asked.seq) return 'late'
    if (answer.epoch !== cursor.epoch || answer.seq < cursor.seq) return 'late'
    const applied = await put(
      db,
      register,
      answer.changes.map(change => ({ ...change, g: cursor.g })),
    )
    const reached: Cursor = {
      ...cursor,
      seq: answer.seq,
      syncedAt: answer.serverTime,
      groups: answer.groups ?? cursor.groups,
      ...(cursor.knows && { knows: withoutPassed(cursor.knows, register, answer.changes) }),
    }
    await db.meta.put({ key: 'cursor', value: reached })
    return applied
  })
}

/**
 * Begins a load of everything in a new generation. What is on the device stays on the screen until the load is done,
 * but for what this person may no longer hold. Unsent work is in other stores and never touched.
 */
export async function beginLoad(db: UserDb, register: Register, groups?: Cursor['groups']): Promise<Load> {
  return db.transaction('rw', recordTables(db, register), async () => {
    const [cursor, before] = await Promise.all([readCursor(db), readLoad(db)])
    const g = generation(cursor, before) + 1
    const knows = knownTo(register)
    const load: Load = { g, epoch: null, seq: 0, groups: groups ?? null, after: null, rows: 0, knows }
    await db.meta.put({ key: 'load', value: load })
    if (groups) await dropLost(db, register, (before?.groups ?? cursor?.groups)?.names, groups.names)
    return load
  })
}

/**
 * One page of a load. The last one sets the cursor to where the load began and drops what the load did not bring. A page
 * of another life of the server, or for somebody who may hold something else since, is none of this load.
 */
export async function applySnapshot(
  db: UserDb,
  register: Register,
  asked: { g: number; after: string | null },
  answer: SnapshotAnswer,
  now: string,
): Promise<(Applied & { done: boolean; rows: number }) | 'late' | 'other'> {
  return db.transaction('rw', recordTables(db, register), async () => {
    const [cursor, load] = await Promise.all([readCursor(db), readLoad(db)])
    if (!load || load.g !== asked.g || load.after !== asked.after) return 'late'
    if (load.epoch !== null && load.epoch !== answer.epoch) return 'other'
    if (load.after !== null && load.groups?.hash !== answer.groups.hash) return 'other'
    // Said for the first time where the load was begun without.
    if (load.after === null && !load.groups) await dropLost(db, register, cursor?.groups.names, answer.groups.names)
    const holdsAnswers = load.after === null && load.epoch !== null
    if (holdsAnswers) await leaveToLoad(db, register, load.g, answer)
    const { modules, written } = await put(
      db,
      register,
      answer.rows.map(row => ({ ...row, g: load.g })),
    )
    const known: Load = load.knows ? { ...load, knows: withoutPassed(load.knows, register, answer.rows) } : load
    const begun: Load =
      load.after === null ? { ...known, epoch: answer.epoch, seq: answer.seq, groups: answer.groups } : known
    const rows = load.rows + answer.rows.length
    if (answer.next !== null) {
      await db.meta.put({ key: 'load', value: { ...begun, after: answer.next, rows } })
      return { modules, written, done: false, rows }
    }
    const groups = begun.groups ?? answer.groups
    const may = mayHold(groups.names)
    await dropUnbrought(db, register, load.g, may)
    await layMade(db, register, may)
    await db.meta.delete('load')
    const reached: Cursor = {
      epoch: answer.epoch,
      seq: begun.seq,
      groups,
      g: load.g,
      from: begun.seq,
      ...(begun.knows && { knows: begun.knows }),
      syncedAt: now,
    }
    await db.meta.put({ key: 'cursor', value: reached })
    await db.meta.put({ key: BRING_BACK, value: true })
    return { modules: Object.keys(register), written, done: true, rows }
  })
}

/** Now that it is known where a load begins: what was answered before, or is not to be held, stays only if the load brings it. */
async function leaveToLoad(db: UserDb, register: Register, g: number, { seq, groups }: SnapshotAnswer): Promise<void> {
  const may = mayHold(groups.names)
  const isLeft = ({ t, seq: answered = seq }: Kept) =>
    answered < seq || (register[t] !== undefined && !may(register[t]))
  for (const table of keptTables(db, register))
    await table
      .where('g')
      .equals(g)
      .and(isLeft)
      .modify({ g: g - 1 })
}

/** What a load did not bring leaves; what waits on this device for such a record is kept, with what it is about as far as it may be seen. */
async function dropUnbrought(
  db: UserDb,
  register: Register,
  g: number,
  may: (module: Module) => boolean,
): Promise<void> {
  const waiting = await openByLane(db)
  for (const table of keptTables(db, register)) {
    const stale: Kept[] = waiting.size === 0 ? [] : await table.where('g').below(g).toArray()
    const needed = stale.flatMap(kept => {
      const module = register[kept.t]
      const ops = waiting.get(`${kept.t}:${kept.id}`)
      if (!module || !ops || !may(module)) return []
      // Of a module that is kept in part, a record that did not come may still be there: it is asked for by its number.
      const base = isKeptInPart(module) ? serverRow(kept) : null
      return withOps(module, { ...kept, g, v: 0 }, base, ops) ?? []
    })
    await table.where('g').below(g).delete()
    await table.bulkPut(needed.filter(({ row }) => row !== null))
  }
}

/**
 * The records that were made on this device and that no server knows yet, from what waits: no load brings them to a
 * device that has let go of its rows, as after a sign-out or while their person had lost their rights. Runs inside the
 * caller's transaction.
 */
async function layMade(db: UserDb, register: Register, may: (module: Module) => boolean): Promise<void> {
  const ops = await openOps(db)
  const made = ops.filter(({ op }) => {
    const { module, action } = splitOp(op)
    return action === 'create' && register[module] && may(register[module])
  })
  const lanes = [...new Set(made.map(({ lane }) => lane))]
  if (lanes.length > 0) await refold(dexieStores(db), register, lanes, ops)
}

/** The same where a person's work came back to them. */
export const layMadeHere = (db: UserDb, register: Register): Promise<void> =>
  db.transaction('rw', recordTables(db, register), async () => layMade(db, register, () => true))

/**
 * Drops what this person may no longer hold: a device that loses its connection before the load comes must not go on
 * showing it. Of a module that is held within other limits than before, the rows within none of them; but for what waits here,
 * which is the load's to say. What of others' words lies with that goes by what its person may see (`forgetUnseen`).
 */
async function dropLost(
  db: UserDb,
  register: Register,
  before: readonly string[] | undefined,
  names: readonly string[],
): Promise<void> {
  const may = mayHold(names)
  const waiting = await openByLane(db)
  for (const module of Object.values(register).filter(isKeepable)) {
    const table = keptTable(db, module)
    if (!may(module)) await table.clear()
    // Within the same limits there may be more that was asked for by its number.
    else if (before && names.some(name => holds([name], module) && !before.includes(name)))
      await table
        .filter(({ id, row }) => row !== null && !isInGroup(module, row, names) && !waiting.has(`${module.name}:${id}`))
        .delete()
  }
}
