import { readSession } from '#src/offline/device.ts'
import { countWaitingIn } from '#src/offline/outbox/count-away.ts'
import { userDbName } from '#src/offline/user-db.ts'

/** How much of the person who is signed in waits on this device; for what stands beside the app and has none of its data. */
export async function unsentHere(): Promise<number> {
  const session = await readSession()
  return session ? countWaitingIn(userDbName(session.userId)) : 0
}
