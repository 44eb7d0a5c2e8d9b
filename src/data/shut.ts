import { wordOf } from '#src/offline/canary.ts'
import { markConnection, readConnection, type Shut } from '#src/offline/connection.ts'
import { isStorageError } from '#src/offline/guarded-open.ts'
import { countWaitingIn } from '#src/offline/outbox/count-away.ts'
import { nativeVersion } from '#src/offline/raw-open.ts'
import { userDbName } from '#src/offline/user-db.ts'

/** Says to whoever looks at the page why a store does not open, and what waits in it as soon as that is counted. */
export async function noteShut(userId: number, error: unknown): Promise<void> {
  const why = await whyShut(userId, error)
  const unsent = readConnection().shut?.unsent ?? unsentOf(null)
  markConnection({ trouble: why ?? 'noStorage', shut: why && { why, unsent } })
  if (why) void countShut(userId)
}

const unsentOf = (counted: number | null) => {
  const count = counted ?? 0
  return { known: counted !== null, count, kept: count, uncounted: counted === null }
}

/** Null: this browser keeps nothing. What it has kept before is there still, whatever it fails with now. */
async function whyShut(userId: number, error: unknown): Promise<Shut['why'] | null> {
  const code = isStorageError(error) ? error.code : 'noStorage'
  if (code !== 'noStorage') return code
  const name = userDbName(userId)
  const isThere = async () => wordOf(name) !== undefined || (await nativeVersion(name)) > 0
  return (await isThere().catch(() => false)) ? 'storageShut' : null
}

/** Counts what waits in a store that does not open. Null: it cannot be counted either. */
export async function countShut(userId: number): Promise<number | null> {
  const count = await countWaitingIn(userDbName(userId)).catch(() => null)
  const { shut } = readConnection()
  if (shut) markConnection({ shut: { ...shut, unsent: unsentOf(count) } })
  return count
}
