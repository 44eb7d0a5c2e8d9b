import { serverNow } from '#src/lib/clock.ts'
import type { DeviceSession } from './device.ts'

const DAY = 86_400_000
/** Where the server has not said how many: a device that was last told by an older one. */
const DAYS = 14

/** What this needs to know of a session. */
export type Lasting = Pick<DeviceSession, 'lasts'>

/** When what a device keeps of records is removed, in ms, unless the server says a word before; null where it keeps none. */
export const keptUntil = (heardAt: string | null, session: Lasting | null): number | null =>
  heardAt === null ? null : Date.parse(heardAt) + (session?.lasts?.days ?? DAYS) * DAY

/**
 * The same by what a store notes of itself. A first load that was broken off has no time of its own: what came of it goes
 * with the session that asked for it.
 */
export function storeUntil(
  cursor: { syncedAt: string } | null | undefined,
  isLoading: boolean,
  session: Lasting | null,
) {
  if (cursor) return keptUntil(cursor.syncedAt, session)
  const until = isLoading ? session?.lasts?.until : undefined
  return until === undefined ? null : Date.parse(until)
}

/** Has the server said nothing for so long that what is kept here is not to be shown any more? */
export const isOver = (until: number | null): boolean => until !== null && serverNow() > until
