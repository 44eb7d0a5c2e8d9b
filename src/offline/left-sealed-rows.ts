import type { Table } from 'dexie'
import { notedLeftSealed, noteLeftSealed, type LeftSealed } from './left-sealed.ts'
import { numbersIn } from './outbox/numbers-in.ts'
import type { OutboxOp } from './outbox/op.ts'
import type { Waiting } from './upload.ts'

export function leftSealed({ name, schema }: Table, at: IDBValidKey, opened: object): LeftSealed {
  if (name === 'outbox') {
    const { mid, lane, open } = opened as OutboxOp
    return { store: name, at, as: mid, names: open ? [lane] : [], count: open }
  }
  const as = Reflect.get(opened, schema.primKey.keyPath as string) as IDBValidKey
  const { files = [], uploads = [] } = opened as Partial<Waiting>
  return { store: name, at, as, names: files, count: uploads.filter(({ ahead }) => !ahead).length }
}

type WithStores = Record<'outbox' | 'blobs', Table>

/** What of it lies there sealed still: another tab may have found the room, and a file of unsent work may have brought it. */
export async function readLeftSealed(db: WithStores & { drafts?: Table }): Promise<readonly LeftSealed[]> {
  const noted = notedLeftSealed(db)
  if (noted.length === 0) return noted
  const still: LeftSealed[] = []
  for (const table of [db.outbox, db.drafts, db.blobs]) {
    const rows = noted.filter(({ store }) => store === table?.name)
    if (!table || rows.length === 0) continue
    // Only keys are read: photos are large.
    const there = new Set(await table.toCollection().primaryKeys())
    const open = table.name === 'outbox' ? new Set(await table.orderBy('mid').keys()) : there
    still.push(...rows.filter(({ at, as }) => there.has(at) && !open.has(as)))
  }
  noteLeftSealed(db, still)
  return still
}

/** How much of it waits, whatever it is. */
export const countLeftSealed = async (db: WithStores): Promise<number> =>
  (await readLeftSealed(db)).reduce((sum, { count }) => sum + count, 0)

type Naming = Pick<OutboxOp, 'args' | 'lane' | 'deps'>

/**
 * Which changes cannot go without something that lies there sealed: the server would refuse them, or hear of an earlier word
 * of their person after a later one.
 */
export function goWithout(rows: readonly LeftSealed[]): (op: Naming) => boolean {
  const names = new Set<unknown>(rows.flatMap(row => row.names))
  return ({ args, lane, deps }) => names.size > 0 && [lane, ...deps, ...numbersIn(args)].some(name => names.has(name))
}
