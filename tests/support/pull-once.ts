import type { Register } from '#contract/module.ts'
import { pullCycle } from '#src/offline/pull.ts'
import type { UserDb } from '#src/offline/user-db.ts'

/** All that is new, once. */
export const pullOnce = (db: UserDb, register: Register, deviceId: string = crypto.randomUUID()) =>
  pullCycle({ db, register, deviceId, onPage: () => undefined, signal: new AbortController().signal })
