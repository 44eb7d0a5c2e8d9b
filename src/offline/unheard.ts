import { serverNow } from '#src/lib/clock.ts'
import { readSession, type DeviceSession } from './device.ts'
import { readCursor, type UserDb } from './user-db.ts'

const DAY = 86_400_000
/** Where the server has not said how many: a device that was last told by an older one. */
const DAYS = 14

/** When what a device keeps of records is removed, in ms, unless the server says a word before; null where it keeps none. */
export const keptUntil = (heardAt: string | null, session: DeviceSession | null): number | null =>
  heardAt === null ? null : Date.parse(heardAt) + (session?.lasts?.days ?? DAYS) * DAY

/** The same for what this person's store keeps. */
export const storeKeptUntil = async (db: UserDb): Promise<number | null> => {
  const [cursor, session] = await Promise.all([readCursor(db), readSession().catch(() => null)])
  return keptUntil(cursor?.syncedAt ?? null, session)
}

/** Has the server said nothing for so long that what is kept here is not to be shown any more? */
export const isOver = (until: number | null): boolean => until !== null && serverNow() > until
