import { readSession } from './device.ts'
import { userDbName, type UserDb } from './user-db.ts'

/** Is somebody else signed in by now, as where a tab slept meanwhile? What is asked with their token is not for this store. */
export async function isOfSomebodyElse(db: UserDb): Promise<boolean> {
  const session = await readSession().catch(() => null)
  return session !== null && userDbName(session.userId) !== db.name
}
