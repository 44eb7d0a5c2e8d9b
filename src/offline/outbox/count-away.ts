import { Dexie } from 'dexie'
import { countWaiting, type WithFiles } from './count.ts'

/** What is sealed does not say what it is for. */
async function countSealed(blobs: WithFiles['blobs']): Promise<number> {
  const [rows, marked] = await Promise.all([blobs.count(), blobs.orderBy('files').primaryKeys()])
  return rows - new Set(marked).size
}

/** All that waits in a database of which nothing else is open, by its name. */
export async function countWaitingIn(name: string): Promise<number> {
  if (!(await Dexie.exists(name))) return 0
  const db = new Dexie(name)
  try {
    await db.open()
    const tables: WithFiles = { outbox: db.table('outbox'), blobs: db.table('blobs') }
    return (await countWaiting(tables)) + (await countSealed(tables.blobs))
  } finally {
    db.close()
  }
}
