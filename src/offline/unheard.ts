import { readSession } from './device.ts'
import { storeUntil } from './unheard-days.ts'
import { readCursor, readLoad, type UserDb } from './user-db.ts'

/** When what this person's store keeps of records is removed; null where it keeps none. */
export const storeKeptUntil = async (db: UserDb): Promise<number | null> => {
  const [cursor, load, session] = await Promise.all([readCursor(db), readLoad(db), readSession().catch(() => null)])
  return storeUntil(cursor, load !== undefined && load !== null, session)
}
