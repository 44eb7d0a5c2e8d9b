import type { Sender } from '#src/offline/push.ts'
import { hasLeft } from '#src/offline/unkept-files.ts'

/** Files that an earlier page began to send go on; what sends them is fetched only where there are any. */
export async function goOnSending(sender: Sender): Promise<void> {
  const { db } = sender
  if (!hasLeft() && (!db || (await db.blobs.count()) === 0)) return
  const { uploadsOf } = await import('#src/offline/uploads.ts')
  uploadsOf(sender)
}
