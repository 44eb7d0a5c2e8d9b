import { meCall } from '#contract/calls/session.ts'
import { callApi } from './api.ts'
import { deviceAgain } from './device-again.ts'
import { deviceDb, readSession, type DeviceSession } from './device.ts'
import { sessionFrom } from './session-from.ts'
import { pageStorage } from '#src/lib/page-storage.ts'
import { giveToken, readToken } from './token.ts'
import { userDbName, type UserDb } from './user-db.ts'

/**
 * A browser may empty the databases of this device and leave the token beside them. Nothing is sent for somebody of whom
 * the device knows nothing: so the server is asked who it is. Null where nobody is signed in, or signs out meanwhile, and
 * in a service worker, which cannot see whether they do.
 */
export async function restoreSession(): Promise<DeviceSession | null> {
  const token = pageStorage() ? readToken() : null
  if (token === null) return null
  const answer = await callApi('GET', '/auth/me', {
    search: { device: await deviceAgain() },
    as: meCall.output,
  })
  // What only signing in brings. The server knows itself how long the session lasts.
  const session = await sessionFrom(answer, { token, revocation: '', keep: true })
  const db = await deviceDb()
  return db.transaction('rw', db.entries, async () => {
    const known = await db.entries.get('session')
    if (known?.key === 'session') return known.value
    if (readToken() !== token) return null
    await db.entries.put({ key: 'session', value: session })
    return session
  })
}

/** Nothing leaves with the token of somebody else. */
export async function isTheirs(db: UserDb): Promise<boolean> {
  if (!db.isOpen()) return false
  const session = (await readSession().catch(() => null)) ?? (await restoreSession().catch(() => null))
  if (session === null || userDbName(session.userId) !== db.name) return false
  if (pageStorage()) return true
  // Who is leaving has no token there any more; a page sees that in its own storage.
  if (session.token === undefined) return false
  // A page renews it, and a worker may live for minutes.
  giveToken(session.token)
  return true
}
