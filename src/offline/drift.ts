import { digestCall, type Digest } from '#contract/calls/sync.ts'
import { isKeptInPart } from '#contract/keep.ts'
import type { Register } from '#contract/module.ts'
import { holds, partOf } from '#contract/rules.ts'
import { beginLoad } from './apply.ts'
import { ask } from './ask.ts'
import { serverRow } from './outbox/overlay.ts'
import { isKeepable, keptTable, readCursor, readLoad, readMeta, storeName, type Kept, type UserDb } from './user-db.ts'

const CHECKED = 'driftCheckedAt'
const EVERY = 7 * 86_400_000

/**
 * Once a week: does the device hold what it should, of what it keeps whole? If not, everything is loaded again behind what
 * is shown; what waits here is not touched. Answers what differed.
 */
export async function checkDrift(
  db: UserDb,
  register: Register,
  device: string,
  now: number,
  signal: AbortSignal,
): Promise<string[]> {
  const last = await readMeta<number>(db, CHECKED)
  const noted = () => db.meta.put({ key: CHECKED, value: now })
  // What was just loaded needs no second look.
  if (last === undefined) await noted()
  // A clock that was wrong must not put it off for years.
  if (last === undefined || Math.abs(now - last) < EVERY) return []
  const here = await digests(db, register)
  if (!here) return []
  const { drifted } = await ask(digestCall, { device, ...here }, { signal })
  // The feed went on meanwhile: the next look may be luckier.
  if (drifted === null) return []
  await noted()
  if (drifted.length > 0) await beginLoad(db, register)
  return drifted
}

/** What the device holds of what it keeps whole, and where in the feed that is; null while it is being loaded. */
async function digests(db: UserDb, register: Register) {
  const modules = Object.values(register).filter(module => isKeepable(module) && !isKeptInPart(module))
  const tables = new Map(modules.map(module => [storeName(module), module]))
  return db.transaction('r', [...[...tables.values()].map(module => keptTable(db, module)), db.meta], async () => {
    const [cursor, load] = await Promise.all([readCursor(db), readLoad(db)])
    if (!cursor || load) return null
    const held: Record<string, Digest> = {}
    for (const module of tables.values())
      if (holds(cursor.groups.names, module)) held[partOf(module)] = digestOf(await keptTable(db, module).toArray())
    return { epoch: cursor.epoch, seq: cursor.seq, held }
  })
}

function digestOf(kept: readonly Kept[]): Digest {
  let [count, ids, versions] = [0, 0n, 0n]
  for (const one of kept) {
    const row = serverRow(one)
    if (!row) continue
    count += 1
    ids ^= BigInt(row.id)
    versions += BigInt(row.version)
  }
  return { count, ids: String(ids), versions: String(versions) }
}
