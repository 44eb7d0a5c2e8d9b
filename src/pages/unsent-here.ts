import { Dexie } from 'dexie'
import { readSession } from '#src/offline/device.ts'
import { countWaiting } from '#src/offline/outbox/count.ts'
import { userDbName } from '#src/offline/user-db.ts'

/** How much of the person who is signed in waits on this device; for what stands beside the app and has none of its data. */
export async function unsentHere(): Promise<number> {
  const session = await readSession()
  const name = session && userDbName(session.userId)
  if (!name || !(await Dexie.exists(name))) return 0
  const db = new Dexie(name)
  try {
    await db.open()
    return await countWaiting({ outbox: db.table('outbox'), blobs: db.table('blobs') })
  } finally {
    db.close()
  }
}
