import { serverNow } from '#src/lib/clock.ts'
import { markConnection, readConnection } from './connection.ts'
import { readSession } from './device.ts'
import { isOver, keptUntil } from './unheard-days.ts'

/**
 * While the server does not answer: will it still know this session? That is said, and nothing is decided by it but after
 * as many days as a session may last: only the server's own word ends a session before.
 */
export async function noteSessionOver(): Promise<void> {
  const session = await readSession().catch(() => null)
  const lasts = session?.lasts
  const { lastSyncAt, online } = readConnection()
  // It may have answered meanwhile.
  if (!lasts || lastSyncAt === null || online) return
  if (isOver(keptUntil(lastSyncAt, session))) return (await import('./forget-unheard.ts')).forgetUnheard()
  // What the device asks by itself is no work: the session may have ended before, and never ends later.
  const idleUntil = Date.parse(lastSyncAt) + lasts.idleMinutes * 60_000
  const sessionOver = serverNow() > Math.min(idleUntil, Date.parse(lasts.until))
  markConnection({ sessionOver })
}
