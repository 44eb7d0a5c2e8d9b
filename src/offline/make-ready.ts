import { groupBy } from '#contract/group-by.ts'
import { isKept, referredBy } from '#contract/keep.ts'
import { isList } from '#contract/list.ts'
import type { Register } from '#contract/module.ts'
import { holds } from '#contract/rules.ts'
import type { Held } from '#contract/to-prune.ts'
import { appPieces } from './app-pieces.ts'
import { serverNow } from '#src/lib/clock.ts'
import { hasThrownOff } from './bring-back.ts'
import { deviceId, ownBranch } from './device.ts'
import { leasedIds } from './ids.ts'
import { fillPictures, missingPictures } from './kept-pictures.ts'
import { metaWithRoom } from './keep-meta.ts'
import { unbrought } from './may-hold.ts'
import { fetchRows, heldInPart, neededRecords, readingOnce, type RowsOf } from './needed.ts'
import type { Missing, ReadinessFacts } from './readiness.ts'
import { countFiles } from './outbox/count.ts'
import { askToPersist, isPersisted } from './storage.ts'
import { storageUse } from './storage-use.ts'
import { isKeepable, isKnown, keptTable, readCursor, readLoad, readMeta, type UserDb } from './user-db.ts'

/** Looks at everything that has to be here before the device leaves the network. */
export async function readinessFacts(db: UserDb, register: Register, userId: number): Promise<ReadinessFacts> {
  const rowsOf = readingOnce(db)
  const [app, cursor, load, thrownOff, blocks, missing, pictures, counts, storage, files] = await Promise.all([
    appPieces(),
    readCursor(db),
    readLoad(db),
    hasThrownOff(db),
    readMeta<{ next: number; last: number }[]>(db, 'ids'),
    missingReferences(db, register, userId, serverNow(), rowsOf),
    missingPictures(db, register, userId, serverNow(), rowsOf),
    countsOf(db, register),
    storageOf(),
    countFiles(db),
  ])
  // What the build that loaded did not know comes as soon as the server is there.
  const isToLoad = load || thrownOff || (cursor && unbrought(register, cursor).length > 0)
  const left = (blocks ?? []).reduce((sum, { next, last }) => sum + last - next + 1, 0)
  return {
    app,
    load: isToLoad ? 'underWay' : cursor ? 'done' : 'none',
    counts,
    numbers: { blocks: blocks?.length ?? 0, left },
    missing,
    pictures,
    syncedAt: cursor?.syncedAt ?? null,
    storage,
    files,
  }
}

async function countsOf(db: UserDb, register: Register): Promise<Record<string, number>> {
  const names = (await readCursor(db))?.groups.names ?? []
  const modules = Object.values(register).filter(
    module => isKeepable(module) && !isList(module) && holds(names, module),
  )
  const counted = await Promise.all(
    modules.map(async module => [module.name, await keptTable(db, module).count()] as const),
  )
  return { lists: await db.lists.count(), ...Object.fromEntries(counted) }
}

async function storageOf(): Promise<ReadinessFacts['storage']> {
  const [use, lasting] = await Promise.all([storageUse(), isPersisted()])
  return { left: use && use.quota - use.used, lasting }
}

/** What the records refer to that are here for what they are, or because somebody needs them, and that is not here itself. */
export async function missingReferences(
  db: UserDb,
  register: Register,
  userId: number,
  now: number,
  rowsOf?: RowsOf,
): Promise<Missing[]> {
  const names = (await readCursor(db))?.groups.names ?? []
  const branch = await ownBranch()
  const needed = new Set((await neededRecords(db, now)).map(({ id }) => id))
  const missing = new Map<number, Missing>()
  for (const { module, row } of await heldInPart(db, register, rowsOf)) {
    if (!needed.has(row.id) && !isKept(module, row, { id: userId, branch }, now)) continue
    for (const { t, id } of referredBy(register, module, row))
      if (holds(names, register[t]!)) missing.set(id, { t, id, by: nameOf({ module, row }) })
  }
  // What the server said is not for this person is no gap.
  const byModule = groupBy([...missing.values()], ({ t }) => t)
  for (const [t, named] of byModule) {
    const kept = await keptTable(db, register[t]!).bulkGet(named.map(({ id }) => id))
    for (const one of kept) if (one && isKnown(one)) missing.delete(one.id)
  }
  return [...missing.values()]
}

const nameOf = ({ module, row }: Held): Missing['by'] => {
  const title = row[module.title]
  return { t: module.name, id: row.id, title: typeof title === 'string' ? title : String(row.id) }
}

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Without anybody asking for it: what is missing comes while there is a network that may be used. */
export async function fillGaps(db: UserDb, register: Register, userId: number, signal: AbortSignal): Promise<void> {
  if (savesData()) return
  await fetchRows(db, register, await missingReferences(db, register, userId, serverNow()), { signal })
}

/** The small pictures come in the same way. They are an extra: whoever calls has done what is needed before. */
export async function addPictures(db: UserDb, register: Register, userId: number, signal: AbortSignal): Promise<void> {
  if (!savesData()) await fillPictures(db, register, userId, serverNow(), { signal })
}

type Making = {
  db: UserDb
  register: Register
  userId: number
  /** Brings everything that is new; answers why it could not. */
  pull: () => unknown
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (part: number) => void
}

/** Gets all that this device lacks. Throws where the server cannot be asked. */
export async function makeReady({ db, register, userId, pull, signal, onProgress }: Making): Promise<void> {
  onProgress(0)
  await askToPersist()
  await leasedIds(metaWithRoom(db, register), await deviceId()).refill()
  onProgress(0.1)
  const failure = await pull()
  if (failure) throw failure
  onProgress(0.4)
  const missing = await missingReferences(db, register, userId, serverNow())
  const onFetched = (count: number) => onProgress(0.4 + (0.3 * count) / missing.length)
  await fetchRows(db, register, missing, { signal, onFetched })
  onProgress(0.7)
  await appPieces({ fill: true })
  onProgress(0.8)
  await fillPictures(db, register, userId, serverNow(), { signal, onFetched: part => onProgress(0.8 + 0.2 * part) })
  onProgress(1)
}
