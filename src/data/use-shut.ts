import type { Shut } from '#src/offline/connection.ts'
import { useData } from './data.ts'
import { useConnection } from './use-connection.ts'

/** Why the store that is there does not open, as long as this page works without it; null where it is open, or none is there. */
export function useShut(): Shut | null {
  const { db } = useData()
  const { shut } = useConnection()
  return db ? null : shut
}
