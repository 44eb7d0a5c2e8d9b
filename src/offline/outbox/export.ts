import { readHolds } from '../kept-files.ts'
import { unsealedOf } from '../seal.ts'
import type { UserDb } from '../user-db.ts'
import { openOps } from './count.ts'
import { exportOf, wantedOf, type UnsentExport } from './export-format.ts'
import type { OutboxOp } from './op.ts'

/**
 * All that this person has not sent, as it lies on this device. From now on the server may have it from elsewhere, and
 * taking any of it back must be told to the server: it counts as sent.
 */
export async function exportUnsent(db: UserDb, userId: number): Promise<UnsentExport> {
  const ops = await letOut(db)
  const [holdOf, blobs, drafts] = await Promise.all([readHolds(db), db.blobs.toArray(), db.drafts.toArray()])
  return exportOf({ userId, ops, blobs: wantedOf(unsealedOf(blobs), holdOf), drafts: unsealedOf(drafts) })
}

function letOut(db: UserDb): Promise<OutboxOp[]> {
  const marked = db.transaction('rw', db.outbox, async () => {
    const ops = await openOps(db)
    const news = ops.filter(({ sentOnce }) => !sentOnce)
    await db.outbox.bulkPut(news.map(op => Object.assign(op, { sentOnce: true })))
    return ops
  })
  // On a device that can write nothing any more the file is all there is.
  return Promise.resolve(marked).catch(() => openOps(db))
}
