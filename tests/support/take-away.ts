import { forceCloseDatabase } from 'fake-indexeddb'
import { expect, vi } from 'vitest'
import type { UserDb } from '#src/offline/user-db.ts'

/** The browser takes the store away. For what is under way just then, Dexie opens it once more. */
export const takeAway = (db: UserDb) =>
  vi.waitFor(async () => {
    if (db.isOpen()) forceCloseDatabase(db.backendDB() as never)
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(db.isOpen()).toBe(false)
  }, 10_000)
