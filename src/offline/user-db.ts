import { Dexie, type Table } from 'dexie'
import { isList } from '#contract/list.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { scannedFields } from '#contract/scan/scanned-fields.ts'
import { checkCanary } from './canary.ts'
import { onTabMessage } from './channel.ts'
import { markConnection } from './connection.ts'
import { deviceDb, readSession } from './device.ts'
import { isStorageError, openGuarded, storageError, type OpenOptions } from './guarded-open.ts'
import { noteLeftSealed } from './left-sealed.ts'
import { countWaiting } from './outbox/count.ts'
import { ENDED, newQueue, QUEUE, type OutboxOp, type QueueState } from './outbox/op.ts'
import type { Stores } from './stores.ts'
import { dropLeft } from './unkept-files.ts'
import type { Waiting } from './upload.ts'

/** Raised by hand when an index is changed or taken away. New indexes and new stores need no new version: Dexie adds them. */
const VERSION = 2

/**
 * A record on this device. `row` is what the server said at version `v`, or null where it said that the record is gone
 * (kept so that an answer that was under way cannot bring it back). `g` is the load that it belongs to.
 */
export type Kept = {
  id: number
  t: string
  v: number
  g: number
  /** 1 while it is in use: not archived and, of a list item, not switched off. Counted by index. */
  on: 0 | 1
  /** As the person sees it: with their own changes that are not sent yet. */
  row: Row | null
  /** As the server said it last; only where changes of this device wait. */
  base?: Row | null
  goneAt?: number
  /** Where the feed stood when this was answered, at least; only of what no feed and no load brought. */
  seq?: number
}

/**
 * Does the device know anything of the record, be it that it is gone? Of one that it never had, and changes of which came here,
 * an earlier build kept an empty place; and of one that was made here the place stays while the server is told to forget it.
 */
export const isKnown = ({ row, goneAt }: Kept): boolean => row !== null || goneAt !== undefined

/** Where this device stands in the server's feed. */
export type Cursor = {
  epoch: string
  seq: number
  groups: { hash: string; names: string[] }
  g: number
  /** Where the feed stood when the last load began. A load by an earlier build did not note it. */
  from?: number
  knows?: Known
  syncedAt: string
}

/**
 * The modules that a build keeps, each with how: of any other that a newer build keeps, or keeps otherwise, what is here is
 * not all. A load by an earlier build did not note it.
 */
export type Known = Record<string, string>

/** A first load, or one after a reset, that is under way. */
export type Load = {
  g: number
  /** Null until it holds a row, be it one of an answer. */
  epoch: string | null
  seq: number
  groups: Cursor['groups'] | null
  after: string | null
  rows: number
  knows?: Known
}

export type MetaEntry = { key: string; value: unknown }

/** What somebody typed and did not save. */
export type Draft = { key: string; value: unknown; at: number }
/** A draft whose words are being sent, as it was by then. What is kept in it later is not over with them. */
export type Handed = Pick<Draft, 'key' | 'at'>

/** A small picture that was taken along; without bytes where the server has none of it. */
export type KeptPicture = { id: number; at: number; type: string; bytes: ArrayBuffer | null }

export type UserDb = Dexie & {
  lists: Table<Kept, number>
  meta: Table<MetaEntry, string>
  outbox: Table<OutboxOp, number>
  blobs: Table<Waiting, string>
  drafts: Table<Draft, string>
  pictures: Table<KeptPicture, number>
}

/**
 * Stores with unsent work of the person: sign-out and reset leave them alone. Sealed and opened in this order: what may be too
 * much for the device comes last.
 */
export const unsentStores = ['outbox', 'drafts', 'blobs'] as const

export const userDbName = (userId: number) => `caredesk-u-${userId}`
export const storeName = (module: Module): string => (isList(module) ? 'lists' : `rec_${module.name}`)
export const isKeepable = (module: Module): boolean => isList(module) || module.offline.keep !== 'none'
export const keptTable = (db: UserDb, module: Module): Table<Kept, number> => db.table(storeName(module))

export function defineUserDb(userId: number, register: Register, version = VERSION): UserDb {
  // Its cache hands out copies of what the live queries share already, and does not hear of what is written without it.
  const db = new Dexie(userDbName(userId), {
    autoOpen: false,
    cache: 'disabled',
    chromeTransactionDurability: 'strict',
  }) as UserDb
  const records = Object.values(register).filter(module => isKeepable(module) && !isList(module))
  db.version(version).stores({
    lists: 'id,t,g,goneAt,[t+on]',
    ...Object.fromEntries(
      records.map(module => [storeName(module), ['id,g,on,goneAt', ...scannedFields(module).map(indexOf)].join()]),
    ),
    meta: 'key',
    pictures: 'id',
    // Unsent work: nothing may ever drop or rewrite these three. Nobody asks by `group`: the next version takes its index away.
    outbox: '++seq,&mid,[lane+ord],[open+ord],open,lane,state,id,group,*deps,endedAt',
    blobs: 'hash,*files',
    drafts: 'key',
  })
  for (const module of new Set(Object.values(register).filter(isKeepable).map(storeName)))
    db.table(module).hook('reading', (kept: Kept) => (readKept ? readKept(db, register, kept) : kept))
  return db
}

/** By what is scanned a record is found among however many. */
export const indexOf = (field: string): string => `row.${field}`

type ReadKept = (db: UserDb, register: Register, kept: Kept) => Kept
let readKept: ReadKept | null = null
/** From now on every record is read through this, in whatever store. It comes with the store, or when the first page stands. */
export const readKeptBy = (reader: ReadKept): void => void (readKept = reader)

type Unsealing = {
  /** Something of what was left sealed is there again. */
  onUnsealed: (db: UserDb) => Promise<unknown>
  /** Does work that writes to it, and makes room for it on a full device. */
  makingRoom: <T>(db: UserDb, work: () => PromiseLike<T>) => Promise<T>
}

/** Opens the database of one user. Throws a StorageError where the app can only go on without the device's memory. */
export async function openUserDb(
  userId: number,
  register: Register,
  options: Partial<OpenOptions & Unsealing> = {},
): Promise<UserDb> {
  const report = options.report ?? (trouble => markConnection({ trouble }))
  const db = defineUserDb(userId, register)
  // Before anything else: a sign-out meanwhile has to find it.
  handles.set(db, { userId, onDismissed: options.onDismissed })
  try {
    const { pause = wait } = options
    await openGuarded(db, { ...options, report, pause: ms => pause(ms).then(() => refuseClosed(db)) })
    refuseClosed(db)
    if (await checkCanary(db)) report('storageLost')
    await countOn(db)
    // Where it does not work now, the load that follows lays it: nothing that waits is held up for it.
    if (await unseal(db, userId, options.makingRoom)) await options.onUnsealed?.(db).catch(() => undefined)
    const unsent = await countWaiting(db)
    refuseClosed(db)
    await noteHere(userId, unsent)
  } catch (error) {
    closeUserDb(db)
    throw isStorageError(error) ? error : storageError('noStorage', error)
  }
  return db
}

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** One that was closed while it was opened, by a sign-out, is let go of. */
function refuseClosed(db: UserDb): void {
  if (!handles.has(db)) throw storageError('noStorage')
}

/** Notes whose database this is. Who is leaving, and has not come back, has left a key there for what is not sealed yet. */
async function noteHere(userId: number, unsent: number): Promise<void> {
  const device = await deviceDb()
  await device.transaction('rw', device.entries, device.users, async () => {
    const [session, known] = await Promise.all([device.entries.get('session'), device.users.get(userId)])
    const isBack = session?.key === 'session' && session.value.userId === userId && session.value.sealKey
    if (known?.sealKey && !isBack) return
    await device.users.put({ userId, unsent, leaving: false })
  })
}

/**
 * What was kept over a sign-out has kept its numbers, and who counts was forgotten with the rest. A number that was given
 * twice would write one change over another: it is counted on from the last that lies here, sealed or not.
 */
async function countOn(db: UserDb): Promise<void> {
  const find = async () => {
    const [queue, last = 0] = await Promise.all([
      readMeta<QueueState>(db, QUEUE),
      db.outbox.toCollection().lastKey() as Promise<number | undefined>,
    ])
    return { queue, last, isBehind: last > (queue?.last ?? 0) }
  }
  if (!(await find()).isBehind) return
  await db.transaction('rw', db.meta, db.outbox, async () => {
    const { queue, last, isBehind } = await find()
    const { id, epoch } = queue ?? newQueue()
    if (isBehind) await db.meta.put({ key: QUEUE, value: { id, epoch, last } satisfies QueueState })
  })
}

/** What this person left unsent when they signed out last is theirs again. Was there any? */
async function unseal(db: UserDb, userId: number, making?: Unsealing['makingRoom']): Promise<boolean> {
  const readKey = async () => {
    const session = await readSession()
    return session?.userId === userId ? session.sealKey : undefined
  }
  const own = await readKey()
  if (!own) return false
  const tables = unsentStores.map(store => db.table(store))
  const counts = await Promise.all(tables.map(table => table.count()))
  const makingRoom = async <T>(work: () => PromiseLike<T>) => (making ? making(db, work) : work())
  const { count: opened, left } = counts.every(count => count === 0)
    ? { count: 0, left: [] }
    : await (await import('./seal.ts')).unsealTables(tables, { readKey, makingRoom })
  noteLeftSealed(db, left)
  // None of it waits: a device that has no room for it, or cannot fetch what reads it, opens without, and tries again.
  if ((await db.meta.where('key').startsWith(ENDED).count()) > 0)
    await import('./outbox/ended.ts').then(({ recallEnded }) => recallEnded(db, own)).catch(() => undefined)
  return opened > 0
}

const handles = new Map<UserDb, { userId: number; onDismissed: (() => void) | undefined }>()

export function closeUserDb(db: UserDb): void {
  handles.delete(db)
  db.close({ disableAutoOpen: true })
}

/** Lets go of a user's database in this tab: a sign-out must not wait for it, nor find it made anew. */
export function closeUserDbs(userId: number): void {
  for (const [db, handle] of handles) {
    if (handle.userId !== userId) continue
    handle.onDismissed?.()
    closeUserDb(db)
  }
  // What only this page had goes with its person.
  dropLeft(userDbName(userId))
}
onTabMessage(message => {
  if (message.kind === 'closeStores') closeUserDbs(message.userId)
})

export async function readMeta<T>(db: UserDb, key: string): Promise<T | undefined> {
  return (await db.meta.get(key))?.value as T | undefined
}

/** Several of them in one way to the disk: each would be one of its own. */
export async function readMetas(stores: Stores, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const entries = await stores.get<MetaEntry>('meta', keys)
  return new Map(entries.flatMap(entry => (entry ? [[entry.key, entry.value] as const] : [])))
}

export const PREFERENCES = 'preferences'
export type Preference = Readonly<Record<string, unknown>>
/**
 * What somebody set for themselves as this device knows it, and what of that the server has not been told yet; of these, those to
 * whose lists something was added (`adding`).
 */
export type Preferences = {
  known: Readonly<Record<string, Preference>>
  untold: readonly string[]
  adding?: readonly string[]
}

export const CURSOR = 'cursor'
export const LOAD = 'load'
export const readCursor = (db: UserDb) => readMeta<Cursor>(db, CURSOR)
export const readLoad = (db: UserDb) => readMeta<Load>(db, LOAD)
