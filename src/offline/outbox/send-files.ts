import { attachLimits } from '#contract/calls/attached.ts'
import { codeOf } from '../api.ts'
import { deviceId } from '../device.ts'
import { isKeptStill, keptUpload, noteRefused, noteSent, readHolds, sha256, uploadLock } from '../kept-files.ts'
import { webLocks } from '../locks.ts'
import { isSealed } from '../seal.ts'
import { isLasting, isPassing, refusalOf, sendUpload, withdrawUpload, type Upload } from '../upload.ts'
import type { UserDb } from '../user-db.ts'
import { isTheirs } from '../restore-session.ts'

/**
 * Sends small files without a page, after the changes that they belong to; what is larger waits for one, because a service
 * worker is stopped soon. Answers the modules on whose records they hang. What the server refuses stays for the page, which
 * can say so. Throws where the server cannot be reached.
 */
export async function sendFiles(db: UserDb): Promise<string[]> {
  const changed = new Set<string>()
  const stop = new AbortController()
  db.on('close', () => stop.abort())
  for (const hash of await db.blobs.toCollection().primaryKeys()) {
    const row = await db.blobs.get(hash)
    if (!row || isSealed(row) || row.bytes.byteLength > attachLimits.piece) continue
    const bytes = new Blob([row.bytes], { type: row.mime })
    if ((await sha256(bytes)) !== hash) continue
    for (const upload of row.uploads ?? []) {
      if (!(await isTheirs(db))) return [...changed]
      if ((await readHolds(db))(upload) !== null) continue
      const outcome = await webLocks.run(uploadLock(upload), () => sendOne(db, upload, bytes, stop.signal))
      if (outcome === 'sent' || outcome === 'withdrawn') changed.add(upload.module)
      // A limit of the server is about all of them.
      if (outcome === 'too-many') return [...changed]
    }
  }
  return [...changed]
}

async function sendOne(
  db: UserDb,
  upload: Upload,
  bytes: Blob,
  signal: AbortSignal,
): Promise<'sent' | 'withdrawn' | 'left' | 'too-many'> {
  const kept = await keptUpload(db, upload)
  // Given up by its person meanwhile, or refused before.
  if (!kept || kept.refused) return 'left'
  let isGivenUp = false
  /** It may be given up at any moment, in a page that cannot tell the server, or says it before that has heard of the file. */
  const look = async () => {
    if (await isKeptStill(db, upload)) return
    // What is sealed just now, as its person leaves, is not given up.
    isGivenUp = await isTheirs(db)
    throw new Error('It is not kept here any more')
  }
  try {
    await sendUpload(upload, bytes, await deviceId(), { signal, onSent: look })
    await look()
    await noteSent(db, upload)
    return 'sent'
  } catch (error) {
    if (isGivenUp) {
      // What was chosen in a form hangs on no record by itself, and the server forgets it.
      if (upload.record !== null) await withdrawUpload(upload)
      return 'withdrawn'
    }
    const code = codeOf(error)
    if (code === undefined || code === 'unreachable' || code === 'signed-out') throw error
    if (code === 'too-many') return code
    const refusal = refusalOf(error)
    // What is too large may still be made smaller by a page, and a record that is not there may come back.
    const isForPages = code === 'too-large' || code === 'not-found'
    if (!isPassing(error) && isLasting(refusal) && !isForPages) await noteRefused(db, upload, refusal)
    return 'left'
  }
}
