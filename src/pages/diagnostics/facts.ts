import { messageSW } from 'workbox-window'
import type { Version } from '#contract/build.ts'
import { lastErrors, type NotedError } from '#src/app/last-errors.ts'
import { whatIsNew } from '#src/app/updates.ts'
import { build } from '#src/offline/outbox/build.ts'
import { deviceId } from '#src/offline/device.ts'
import { countLeftSealed } from '#src/offline/left-sealed-rows.ts'
import { countSealed, readAway, type Away } from '#src/offline/outbox/count-away.ts'
import { countFiles, openOps } from '#src/offline/outbox/count.ts'
import { needsDecision } from '#src/offline/outbox/op.ts'
import { nativeVersion } from '#src/offline/raw-open.ts'
import { isPersisted } from '#src/offline/storage.ts'
import { storageUse, type StorageUse } from '#src/offline/storage-use.ts'
import { readUnkept } from '#src/offline/unkept-files.ts'
import { storeKeptUntil } from '#src/offline/unheard.ts'
import type { UserDb } from '#src/offline/user-db.ts'

/** `sealed`: of what stayed sealed for want of room. */
export type Unsent = { changes: number; decisions: number; files: number; drafts: number; sealed: number }

/** How this device is, as far as a page can find out. */
export type DeviceFacts = {
  build: string
  /** What the server serves now; null where it cannot be asked. */
  served: Version | null
  /** The service worker that keeps the app at hand, and its build, null where it does not answer; null where there is none. */
  worker: { build: string | null } | null
  use: StorageUse | null
  persisted: boolean | null
  deviceId: string | null
  databases: { name: string; version: number }[]
  keepsNothing: boolean
  /** Rows of each store of one's own database; null where the browser keeps nothing, or they cannot be counted. */
  stores: { name: string; rows: number }[] | null
  /** Null as well where it cannot be counted. */
  unsent: Unsent | null
  errors: NotedError[]
  /** When what is kept of records is removed unless the server says a word before, in ms; null where none is kept. */
  keptUntil: number | null
}

/** `own`: the name of one's own database; null where the browser keeps nothing. What the app could not open is read by it. */
export async function gatherFacts(own: string | null, db: UserDb | null): Promise<DeviceFacts> {
  const [served, worker, use, persisted, device, databases, stores, unsent, keptUntil] = await Promise.all([
    inTime(whatIsNew()),
    askWorker(),
    inTime(storageUse()),
    inTime(isPersisted()),
    deviceId().catch(() => null),
    versionsOf(['caredesk-device', ...(own ? [own] : [])]),
    own ? read(db, rowsOf, () => readAway(own, rowsOf)) : null,
    own ? read(db, unsentHere, () => readAway(own, unsentAway)) : null,
    db && storeKeptUntil(db).catch(() => null),
  ])
  return {
    build,
    served,
    worker,
    use,
    persisted,
    deviceId: device,
    databases,
    keepsNothing: own === null,
    stores,
    unsent,
    errors: lastErrors(),
    keptUntil,
  }
}

const read = async <T>(db: UserDb | null, read: (db: UserDb) => Promise<T>, away: () => Promise<T | null>) =>
  (db && (await read(db).catch(() => null))) ?? (await away().catch(() => null))

const PATIENCE = 5_000

/** A busy server or browser must not keep the rest from being shown: what does not come in time is not known. */
const inTime = <T>(asked: Promise<T | null>): Promise<T | null> =>
  Promise.race([asked, new Promise<null>(resolve => setTimeout(resolve, PATIENCE, null))])

/** Asks the worker itself which one it is. */
async function askWorker(): Promise<DeviceFacts['worker']> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return null
  return { build: await inTime(messageSW(worker, { type: 'BUILD' }) as Promise<string>) }
}

const versionsOf = (names: readonly string[]) =>
  Promise.all(names.map(async name => ({ name, version: await nativeVersion(name).catch(() => 0) })))

const rowsOf = (db: Away) =>
  Promise.all(db.tables.map(async table => ({ name: table.name, rows: await table.count() })))

const unsentHere = async (db: UserDb): Promise<Unsent> => ({
  ...(await unsentOf(db)),
  sealed: await countLeftSealed(db),
})

const unsentAway = async (db: Away): Promise<Unsent> => ({ ...(await unsentOf(db)), sealed: await countSealed(db) })

async function unsentOf(db: Away): Promise<Omit<Unsent, 'sealed'>> {
  const open = await openOps(db)
  return {
    changes: open.length,
    decisions: open.filter(needsDecision).length,
    files: (await countFiles(db)) + readUnkept(),
    drafts: await db.drafts.count(),
  }
}
