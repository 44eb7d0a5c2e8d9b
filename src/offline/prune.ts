import { isKeptInPart } from '#contract/keep.ts'
import type { Register } from '#contract/module.ts'
import { toPrune } from '#contract/to-prune.ts'
import { beginLoad, keptTables, recordTables } from './apply.ts'
import { BRING_BACK, EVERYTHING } from './bring-back.ts'
import { ownBranch } from './device.ts'
import { heldInPart, neededRecords, recordsOfFiles } from './needed.ts'
import { isKeepable, keptTable, readLoad, type UserDb } from './user-db.ts'

const DAY = 86_400_000

/** Drops what this device need not keep any more, by the rule of the contract. Time passing needs no word of the server. */
export const pruneKept = (db: UserDb, register: Register, userId: number, now: number): Promise<number> =>
  prune({ db, register, userId, now })

/** A full device has to let go of more: of all that would be old in a month and that nobody needs today. */
export const pruneForRoom = (db: UserDb, register: Register, userId: number, now: number): Promise<number> =>
  prune({ db, register, userId, now, forRoom: true })

type Pruning = { db: UserDb; register: Register; userId: number; now: number; forRoom?: boolean }

async function prune({ db, register, userId, now, forRoom = false }: Pruning): Promise<number> {
  const branch = await ownBranch()
  const inPart = Object.values(register).filter(module => isKeepable(module) && isKeptInPart(module))
  if (inPart.length === 0) return 0
  return db.transaction('rw', [...recordTables(db, register), db.outbox, db.drafts, db.blobs], async () => {
    const named = [...(await neededRecords(db, now)), ...(await recordsOfFiles(db))]
    const needed = new Set(named.map(({ id }) => id))
    const held = await heldInPart(db, register)
    const leaving = toPrune(register, held, { id: userId, branch }, needed, forRoom ? now + 31 * DAY : now)
    const gone = new Set(leaving)
    for (const module of inPart)
      await keptTable(db, module).bulkDelete(
        held.flatMap(one => (one.module === module && gone.has(one.row.id) ? [one.row.id] : [])),
      )
    if (forRoom && leaving.length > 0) await bringAllBack(db, register)
    return leaving.length
  })
}

/**
 * No feed tells of what was thrown off: a load brings it, and until its last page the device does not have it. One that is under
 * way may have passed it, and begins anew.
 */
async function bringAllBack(db: UserDb, register: Register): Promise<void> {
  if (await readLoad(db)) await beginLoad(db, register)
  await db.meta.put({ key: BRING_BACK, value: EVERYTHING })
}

/** Records that went are remembered only as long as a late answer could bring them back. */
export async function pruneGone(db: UserDb, register: Register, before: number): Promise<void> {
  await db.transaction('rw', recordTables(db, register), async () => {
    for (const table of keptTables(db, register))
      await table
        .where('goneAt')
        .below(before)
        .and(({ base }) => base === undefined)
        .delete()
  })
}
