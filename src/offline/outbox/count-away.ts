import { Dexie, type Table } from 'dexie'
import type { Draft } from '../user-db.ts'
import { openAsItIs } from '../raw-open.ts'
import { countWaiting, type WithFiles } from './count.ts'

/** Changes, photos and files that lie there sealed. What these are for they do not say: each counts once. */
export async function countSealed({ outbox, blobs }: WithFiles): Promise<number> {
  const [ops, open, rows, marked] = await Promise.all([
    outbox.count(),
    outbox.orderBy('mid').count(),
    blobs.count(),
    blobs.orderBy('files').primaryKeys(),
  ])
  return ops - open + rows - new Set(marked).size
}

export type Away = WithFiles & { drafts: Table<Draft, string>; tables: Table[] }

/** Reads a database of which nothing else is open, by its name, whatever build wrote it. Null: there is none. */
export async function readAway<T>(name: string, read: (tables: Away) => Promise<T>): Promise<T | null> {
  // Dexie would wait without an end behind an upgrade that another tab holds up.
  const there = await openAsItIs(name)
  if (!there) return null
  there.close()
  const db = new Dexie(name)
  try {
    await db.open()
    const { tables } = db
    return await read({ outbox: db.table('outbox'), blobs: db.table('blobs'), drafts: db.table('drafts'), tables })
  } finally {
    db.close()
  }
}

/** All that waits in such a database. */
export const countWaitingIn = async (name: string): Promise<number> =>
  (await readAway(name, async tables => (await countWaiting(tables)) + (await countSealed(tables)))) ?? 0
