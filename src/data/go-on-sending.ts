import type { Sender } from '#src/offline/push.ts'

/** Files that an earlier page began to send go on; what sends them is fetched only where there are any. */
export async function goOnSending(sender: Sender): Promise<void> {
  if (!sender.db || (await sender.db.blobs.count()) === 0) return
  const { uploadsOf } = await import('#src/offline/uploads.ts')
  uploadsOf(sender)
}
