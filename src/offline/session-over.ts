import { clockOffset } from './clock.ts'
import { markConnection, readConnection } from './connection.ts'
import { readSession } from './device.ts'

/**
 * While the server does not answer: will it still know this session? That is said, and nothing is decided by it: only the
 * server's own word ends a session.
 */
export async function noteSessionOver(): Promise<void> {
  const { lastSyncAt } = readConnection()
  const lasts = (await readSession().catch(() => null))?.lasts
  if (!lasts || lastSyncAt === null) return
  const idleUntil = Date.parse(lastSyncAt) + lasts.idleMinutes * 60_000
  const sessionOver = Date.now() + clockOffset() > Math.min(idleUntil, Date.parse(lasts.until))
  markConnection({ sessionOver })
}
