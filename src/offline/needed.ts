import { isKeptInPart, pointingOf, RECENT_DAYS, type Named } from '#contract/keep.ts'
import { ROWS_LIMIT, rowsCall, type Change } from '#contract/calls/sync.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import type { Held } from '#contract/to-prune.ts'
import { serverNow } from '#src/lib/clock.ts'
import { applyAnswered } from './answered.ts'
import { beginLoad } from './apply.ts'
import { ask } from './ask.ts'
import { BRING_BACK, EVERYTHING, hasThrownOff } from './bring-back.ts'
import { openOps } from './outbox/count.ts'
import { moduleOf } from './outbox/op.ts'
import { leavesRoom, storageUse } from './storage-use.ts'
import { isKeepable, isKnown, keptTable, readMeta, type UserDb } from './user-db.ts'

/** A record that this person opened on this device. */
type Pin = Named & { at: number }

const PINS = 'pins'
const MOST_PINS = 200
const DAY = 86_400_000

/**
 * Notes that the person opened a record: the device keeps it for a while, whatever its age. Where it is not here, it is asked
 * for once more: of what is on the screen nobody knows how old it is.
 */
export async function keepOpened(
  db: UserDb,
  register: Register,
  module: Module,
  id: number,
  isHere: boolean,
): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const pins = await pinsOf(db)
    // Which of them are old is judged when they are read: the clock may be wrong at this moment.
    const rest = pins.filter(pin => pin.id !== id)
    const value: Pin[] = [{ t: module.name, id, at: serverNow() }, ...rest].slice(0, MOST_PINS)
    await db.meta.put({ key: PINS, value })
  })
  if (!isHere) await fetchRows(db, register, [{ t: module.name, id }], { counts: isThere })
}

type Fetching = {
  signal?: AbortSignal | undefined
  /** Is this answer to be kept? */
  counts?: (change: Change) => boolean
  onFetched?: (count: number) => void
}

/** Asks for records by their numbers, and keeps what is answered. */
export async function fetchRows(
  db: UserDb,
  register: Register,
  wanted: readonly Named[],
  { signal, counts = () => true, onFetched }: Fetching = {},
): Promise<void> {
  for (let from = 0; from < wanted.length; from += ROWS_LIMIT) {
    const part = wanted.slice(from, from + ROWS_LIMIT).map(({ t, id }) => ({ t, id }))
    const { epoch, seq, changes } = await ask(rowsCall, { wanted: part }, signal ? { signal } : {})
    const answered = changes.filter(counts).map(change => ({ ...change, seq }))
    await applyAnswered(db, register, epoch, answered)
    onFetched?.(from + part.length)
  }
}

const isThere = (change: Change): boolean => 'row' in change

const pinsOf = async (db: UserDb): Promise<Pin[]> => (await readMeta<Pin[]>(db, PINS)) ?? []

/** What stays whatever its age: records that were opened lately, and those that unfinished work is about. */
export async function neededRecords(db: UserDb, now: number): Promise<Named[]> {
  const pins = (await pinsOf(db)).filter(({ at }) => at > now - RECENT_DAYS * DAY)
  // The lane of a note is its own, and names no record.
  const changed = (await openOps(db)).map(op => ({ t: moduleOf(op), id: op.id }))
  const drafts = await db.drafts.toCollection().primaryKeys()
  return [...pins, ...changed, ...drafts.flatMap(key => namedIn(key))]
}

/** The records on which the photos and files hang that wait here. One after the other: bytes are large. */
export async function recordsOfFiles(db: UserDb): Promise<Named[]> {
  const named: Named[] = []
  await db.blobs.each(({ uploads = [] }) => {
    for (const { module, record } of uploads) if (record !== null) named.push({ t: module, id: record })
  })
  return named
}

/** `customer:17`, and whatever may follow: a note's own part, or the id of a draft. */
function namedIn(key: string): Named[] {
  const [, t = '', id = ''] = /^([A-Za-z]+):(\d{1,16})(?:[:#]|$)/.exec(key) ?? []
  return t === '' ? [] : [{ t, id: Number(id) }]
}

export type RowsOf = (module: Module) => Promise<Row[]>

/** Reads the rows of a module, each module once, however many want them. For one look: what is written meanwhile it does not see. */
export function readingOnce(db: UserDb): RowsOf {
  const known = new Map<Module, Promise<Row[]>>()
  const read: RowsOf = async module =>
    (await keptTable(db, module).toArray()).flatMap(({ t, row }) => (row && t === module.name ? [row] : []))
  return module => {
    const rows = known.get(module) ?? read(module)
    known.set(module, rows)
    return rows
  }
}

/** The rows of what is kept in part, and of what refers to such records. */
export async function heldInPart(db: UserDb, register: Register, rowsOf = readingOnce(db)): Promise<Held[]> {
  const looked = Object.values(register).filter(
    module => isKeepable(module) && (isKeptInPart(module) || pointingOf(register, module).length > 0),
  )
  const held: Held[] = []
  for (const module of looked) for (const row of await rowsOf(module)) held.push({ module, row })
  return held
}

/** Where a load was begun without knowing whether there is room for it. */
const tried = new WeakSet<UserDb>()

/**
 * Is there plenty of room for what was thrown off? Where the browser does not say, it is tried once in the life of a page: what
 * fills the device again would be thrown off again, and the feed would never go on.
 */
async function isRoomForAll(db: UserDb): Promise<boolean> {
  const use = await storageUse()
  if (use) return leavesRoom(use)
  if (tried.has(db)) return false
  tried.add(db)
  return true
}

/**
 * Fetches what is needed and what the load, which knows of neither pins nor drafts, did not bring. Where a full device has
 * thrown off records, another load begins as soon as there is plenty of room, and says itself what is to be fetched then.
 * Answers whether one began.
 */
export async function bringBack(db: UserDb, register: Register, signal: AbortSignal): Promise<boolean> {
  if (await hasThrownOff(db)) {
    if (!(await isRoomForAll(db))) return false
    await beginLoad(db, register)
    return true
  }
  const named = [...(await neededRecords(db, serverNow())), ...(await recordsOfFiles(db))]
  const needed = named.filter(({ t }) => register[t] && isKeptInPart(register[t]))
  const missing: Named[] = []
  const left = new Set<number>()
  for (const { t, id } of needed) {
    const kept = await keptTable(db, register[t]!).get(id)
    // What waits for work of this device was left there by the load, and may be gone.
    const isLeft = kept?.v === 0 && Boolean(kept.base)
    if (!kept || isLeft || !isKnown(kept)) missing.push({ t, id })
    if (isLeft) left.add(id)
  }
  await fetchRows(db, register, missing, { signal, counts: change => isThere(change) || left.has(change.id) })
  // What a full device has thrown off since is not fetched yet.
  await db.meta
    .where('key')
    .equals(BRING_BACK)
    .and(({ value }) => value !== EVERYTHING)
    .delete()
  return false
}
