import type { UserDb } from '../user-db.ts'
import { openOps } from './count.ts'
import { exportOf, type UnsentExport } from './export-format.ts'

/** All that this person has not sent, as it lies on this device. */
export async function exportUnsent(db: UserDb, userId: number): Promise<UnsentExport> {
  const [ops, blobs, drafts] = await Promise.all([openOps(db), db.blobs.toArray(), db.drafts.toArray()])
  return exportOf({ userId, ops, blobs, drafts })
}
