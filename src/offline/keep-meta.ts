import type { Register } from '#contract/module.ts'
import { isQuotaError } from './guarded-open.ts'
import type { MetaEntry, UserDb } from './user-db.ts'

/** Small values that several tabs change: one change at a time, each on what the one before left. */
export type KeepMeta = <T, R>(key: string, initial: T, change: (value: T) => { value: T; result: R }) => Promise<R>

export const metaIn =
  (db: UserDb): KeepMeta =>
  (key, initial, change) => {
    const work = async () => {
      const entry: MetaEntry | undefined = await db.meta.get(key)
      const before = (entry?.value as typeof initial | undefined) ?? initial
      const { value, result } = change(before)
      if (value !== before) await db.meta.put({ key, value })
      return result
    }
    return db.transaction('rw', db.meta, work)
  }

/** The same on a device that may be full: for a number, room is made as for any change. What makes it is fetched only then. */
export function metaWithRoom(db: UserDb, register: Register): KeepMeta {
  const keep = metaIn(db)
  return async (key, initial, change) => {
    const work = () => keep(key, initial, change)
    try {
      return await work()
    } catch (error) {
      if (!isQuotaError(error)) throw error
      const { withRoom } = await import('./storage.ts')
      return withRoom({ db, register }, work)
    }
  }
}

/** For a browser that keeps nothing: good until the page goes. */
export function metaInMemory(): KeepMeta {
  const values = new Map<string, unknown>()
  return async (key, initial, change) => {
    const { value, result } = change((values.get(key) as typeof initial | undefined) ?? initial)
    values.set(key, value)
    return result
  }
}
