import { isKeptInPart, toPrune } from '#contract/keep.ts'
import type { Register } from '#contract/module.ts'
import { keptTables, recordTables } from './apply.ts'
import { readSession } from './device.ts'
import { heldInPart, neededRecords } from './needed.ts'
import { isKeepable, keptTable, type UserDb } from './user-db.ts'

/** Drops what this device need not keep any more, by the rule of the contract. Time passing needs no word of the server. */
export async function pruneKept(db: UserDb, register: Register, userId: number, now: number): Promise<number> {
  const branch = (await readSession().catch(() => null))?.actor?.branch ?? null
  const inPart = Object.values(register).filter(module => isKeepable(module) && isKeptInPart(module))
  if (inPart.length === 0) return 0
  return db.transaction('rw', [...recordTables(db, register), db.outbox, db.drafts], async () => {
    const needed = new Set((await neededRecords(db, now)).map(({ id }) => id))
    const held = await heldInPart(db, register)
    const leaving = toPrune(register, held, { id: userId, branch }, needed, now)
    const gone = new Set(leaving)
    for (const module of inPart)
      await keptTable(db, module).bulkDelete(
        held.flatMap(one => (one.module === module && gone.has(one.row.id) ? [one.row.id] : [])),
      )
    return leaving.length
  })
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
