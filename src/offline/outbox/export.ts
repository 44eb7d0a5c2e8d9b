import { readHolds } from '../kept-files.ts'
import { unsealedOf } from '../seal.ts'
import { isOnlyHere, uploadOf, type UploadItem } from '../upload-item.ts'
import type { UserDb } from '../user-db.ts'
import { openOps } from './count.ts'
import { exportOf, wantedOf, type KeptBytes, type UnsentExport } from './export-format.ts'
import type { OutboxOp } from './op.ts'

/**
 * All that this person has not sent, as it lies on this device; of `items`, the files on their way, also those that only the
 * page has. From now on the server may have it from elsewhere, and taking any of it back must be told to the server: it
 * counts as sent. Where the browser keeps nothing, the files are all there is.
 */
export async function exportUnsent(
  db: UserDb | null,
  userId: number,
  items: readonly UploadItem[] = [],
): Promise<UnsentExport> {
  const onlyHere = await Promise.all(items.filter(isOnlyHere).map(bytesOf))
  if (!db) return exportOf({ userId, ops: [], blobs: onlyHere, drafts: [] })
  const ops = await letOut(db)
  const [holdOf, kept, drafts] = await Promise.all([readHolds(db), db.blobs.toArray(), db.drafts.toArray()])
  const blobs = wantedOf([...unsealedOf(kept), ...onlyHere], holdOf)
  return exportOf({ userId, ops, blobs, drafts: unsealedOf(drafts) })
}

const bytesOf = async (item: UploadItem): Promise<KeptBytes> => ({
  hash: item.hash,
  mime: item.bytes.type,
  bytes: await item.bytes.arrayBuffer(),
  uploads: [uploadOf(item)],
})

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
