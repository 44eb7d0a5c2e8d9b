import { MOST_PICTURES, picturesOf } from '#contract/pictures.ts'
import type { Register } from '#contract/module.ts'
import { holds } from '#contract/rules.ts'
import { someAtOnce } from '#src/lib/some-at-once.ts'
import { hasThrownOff } from './bring-back.ts'
import { ownBranch } from './device.ts'
import { fetchFile } from './file-content.ts'
import { readingOnce, type RowsOf } from './needed.ts'
import type { MissingPicture } from './readiness.ts'
import { hasRoomForFiles } from './storage-use.ts'
import { codeOf } from './unreachable.ts'
import { isKeepable, readCursor, type KeptPicture, type UserDb } from './user-db.ts'

/** So many are on their way at once. */
const AT_ONCE = 6
/** A picture that the server does not have may still be on its way from another device. */
const AGAIN_AFTER = 60 * 60_000

/** All of which this device should have small pictures, the most urgent first. */
async function wantedPictures(
  db: UserDb,
  register: Register,
  userId: number,
  now: number,
  rowsOf = readingOnce(db),
): Promise<MissingPicture[]> {
  const names = (await readCursor(db))?.groups.names ?? []
  const branch = await ownBranch()
  const found: { by: number; picture: MissingPicture }[] = []
  for (const module of Object.values(register)) {
    if (!module.offline.pictures || !isKeepable(module) || !holds(names, module)) continue
    for (const row of await rowsOf(module)) {
      const of = picturesOf(module, row, { id: userId, branch }, now)
      if (of) for (const id of of.ids) found.push({ by: of.by, picture: { id, by: { t: module.name, id: row.id } } })
    }
  }
  const inOrder = found.toSorted((a, b) => (a.by === b.by ? 0 : a.by - b.by))
  return inOrder.slice(0, MOST_PICTURES).map(({ picture }) => picture)
}

/**
 * Those that are not here. What was chosen on this device and waits to be sent is; so is what the server was asked for since
 * then and did not have.
 */
async function lackingOf(db: UserDb, wanted: readonly MissingPicture[], since: number): Promise<MissingPicture[]> {
  const ids = wanted.map(({ id }) => id)
  const waiting = new Set<unknown>(await db.blobs.where('files').anyOf(ids).keys())
  const kept = await db.pictures.bulkGet(ids)
  return wanted.filter(({ id }, at) => {
    const one = kept[at]
    return !waiting.has(id) && !(one && (one.bytes !== null || one.at > since))
  })
}

/** The small pictures that this device should have and does not. One that the server was asked for and did not have is no gap. */
export async function missingPictures(
  db: UserDb,
  register: Register,
  userId: number,
  now: number,
  rowsOf?: RowsOf,
): Promise<MissingPicture[]> {
  return lackingOf(db, await wantedPictures(db, register, userId, now, rowsOf), -Infinity)
}

type Filling = { signal: AbortSignal; onFetched?: (part: number) => void }

/** Lets go of the small pictures that nobody needs any more. */
export async function letGoOfPictures(db: UserDb, register: Register, userId: number, now: number): Promise<void> {
  const needed = new Set((await wantedPictures(db, register, userId, now)).map(({ id }) => id))
  const kept = await db.pictures.toCollection().primaryKeys()
  await db.pictures.bulkDelete(kept.filter(id => !needed.has(id)))
}

/** Gets the small pictures that are missing. A full device gets none. */
export async function fillPictures(
  db: UserDb,
  register: Register,
  userId: number,
  now: number,
  { signal, onFetched }: Filling,
): Promise<void> {
  if ((await hasThrownOff(db)) || !(await hasRoomForFiles())) return
  const wanted = await wantedPictures(db, register, userId, now)
  const missing = await lackingOf(db, wanted, now - AGAIN_AFTER)
  let count = 0
  await someAtOnce(missing, AT_ONCE, async ({ id }) => {
    await db.pictures.put(await fetchPicture(id, now, signal))
    count += 1
    onFetched?.(count / missing.length)
  })
}

async function fetchPicture(id: number, at: number, signal: AbortSignal): Promise<KeptPicture> {
  try {
    const { bytes } = await fetchFile(id, 'small', signal)
    return { id, at, type: bytes.type, bytes: await bytes.arrayBuffer() }
  } catch (error) {
    if (codeOf(error) !== 'not-found') throw error
    return { id, at, type: '', bytes: null }
  }
}
