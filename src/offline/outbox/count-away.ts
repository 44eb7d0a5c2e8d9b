import { Dexie } from 'dexie'
import { countWaiting, type WithFiles } from './count.ts'

/** Changes, photos and files that lie there sealed. What these are for they do not say: each counts once. */
async function countSealed({ outbox, blobs }: WithFiles): Promise<number> {
  const [ops, open, rows, marked] = await Promise.all([
    outbox.count(),
    outbox.orderBy('mid').count(),
    blobs.count(),
    blobs.orderBy('files').primaryKeys(),
  ])
  return ops - open + rows - new Set(marked).size
}

/** All that waits in a database of which nothing else is open, by its name. */
export async function countWaitingIn(name: string): Promise<number> {
  if (!(await Dexie.exists(name))) return 0
  const db = new Dexie(name)
  try {
    await db.open()
    const tables: WithFiles = { outbox: db.table('outbox'), blobs: db.table('blobs') }
    return (await countWaiting(tables)) + (await countSealed(tables))
  } finally {
    db.close()
  }
}
