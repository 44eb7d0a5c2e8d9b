import type { Change } from '#contract/calls/sync.ts'
import type { Register } from '#contract/module.ts'
import { put, recordTables, type Applied } from './apply.ts'
import { mayHold } from './may-hold.ts'
import { QUEUE, type OutboxOp, type QueueState } from './outbox/op.ts'
import { readCursor, readLoad, readMeta, type Cursor, type Load, type UserDb } from './user-db.ts'

/** What was answered of a record, and where the feed stood then, at least. */
export type Answered = Change & { seq: number }

/**
 * Writes what was answered of single records, inside the caller's transaction. What is older than a load is that load's to
 * say: a record may have left this person's sight since, and no feed tells of that any more. Nor is anything written that
 * this person may not hold, as far as the device was told. `known`: the life of the server that the queue has heard of last.
 */
export async function putAnswered(
  db: UserDb,
  register: Register,
  epoch: string,
  answered: readonly Answered[],
  known: () => Promise<string | null | undefined>,
  waiting?: ReadonlyMap<string, OutboxOp[]>,
): Promise<Applied> {
  const [cursor, load] = await Promise.all([readCursor(db), readLoad(db)])
  const g = await generationFor(db, epoch, cursor, load, known)
  // From another life of the server: it comes with its load.
  if (g === null) return { modules: [], written: [] }
  const { groups } = load ?? cursor!
  const may = groups ? mayHold(groups.names) : () => true
  const from = load ? load.seq : (cursor!.from ?? 0)
  const fresh = answered.flatMap(change => {
    const module = register[change.t]
    if (!module || !may(module)) return []
    if (change.seq >= from) return [{ ...change, g }]
    // It stays on the screen until the load is done.
    return load ? [{ ...change, g: g - 1 }] : []
  })
  return put(db, register, fresh, waiting)
}

/**
 * The load that an answer's rows belong to; null where they come from another life of the server. A load is of one life:
 * from the first row that it holds, be it an answer's, and begins anew if its first page comes from another one.
 */
async function generationFor(
  db: UserDb,
  epoch: string,
  cursor: Cursor | undefined,
  load: Load | undefined,
  known: () => Promise<string | null | undefined>,
): Promise<number | null> {
  if (!load) return cursor?.epoch === epoch ? cursor.g : null
  if ((load.epoch ?? (await known())) !== epoch) return null
  if (load.epoch === null) await db.meta.put({ key: 'load', value: { ...load, epoch } })
  return load.g
}

/** What was answered of single records, be it that they are gone. Of another life of the server, it waits for the pull. */
export const applyAnswered = (
  db: UserDb,
  register: Register,
  epoch: string,
  answered: readonly Answered[],
): Promise<Applied> =>
  db.transaction('rw', recordTables(db, register), async () =>
    putAnswered(db, register, epoch, answered, async () => (await readMeta<QueueState>(db, QUEUE))?.epoch),
  )
