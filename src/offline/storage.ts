import type { Register } from '#contract/module.ts'
import { serverNow } from '#src/lib/clock.ts'
import { markConnection } from './connection.ts'
import { isQuotaError } from './guarded-open.ts'
import { pruneForRoom } from './prune.ts'
import { leavesRoom, storageUse } from './storage-use.ts'
import type { UserDb } from './user-db.ts'

const MB = 1_000_000

/** Weight that is thrown off where nothing else would make room: a change must be kept even on a full device. */
const BALLAST = { key: 'ballast', bytes: 5 * MB }
/** The browser hands out random bytes in portions of this size. */
const PORTION = 65_536

/** Must the browser leave alone what is kept here? Null where it knows no such promise. */
export const isPersisted = async (): Promise<boolean | null> =>
  (await navigator.storage?.persisted?.().catch(() => null)) ?? null

let asked: Promise<boolean | null> | undefined

/**
 * Asks the browser not to clear what is kept here; once for each life of a page, because some ask the person. Called when
 * the first change has to wait. A no changes nothing of what the app does: the page about this device says so.
 */
export const askToPersist = (): Promise<boolean | null> => (asked ??= askAgainToPersist())

/** The same, because the person wants it. */
export async function askAgainToPersist(): Promise<boolean | null> {
  // A service worker has no say in this, and a program that is no browser not even a navigator.
  const storage = (typeof navigator === 'undefined' ? undefined : navigator.storage) as
    | { persist?: () => Promise<boolean> }
    | undefined
  if (!storage?.persist) return null
  return (await isPersisted()) === true || storage.persist().catch(() => false)
}

/** Lays the weight aside while there is plenty of room. */
export async function layBallast(db: UserDb): Promise<void> {
  if ((await db.meta.where('key').equals(BALLAST.key).count()) > 0) return
  const use = await storageUse()
  if (use === null || !leavesRoom(use, BALLAST.bytes)) return
  // What can be made smaller would weigh nothing.
  const value = new Uint8Array(BALLAST.bytes)
  for (let at = 0; at < value.length; at += PORTION) crypto.getRandomValues(value.subarray(at, at + PORTION))
  await db.meta.put({ key: BALLAST.key, value: value.buffer })
}

type Device = { db: UserDb; register: Register }

/**
 * Does work that writes to the device. Where that is full, it makes room step by step and tries again after each, and else
 * says so: the error is the caller's, who has what the person typed. Nothing unsent is ever dropped for it.
 */
export async function withRoom<T>(device: Device, work: () => PromiseLike<T>): Promise<T> {
  let full: unknown
  try {
    return await work()
  } catch (error) {
    if (!isQuotaError(error)) throw error
    full = error
  }
  for (const makeRoom of waysToRoom(device)) {
    // A full device may refuse even a step of this; the others still help.
    await Promise.resolve(makeRoom()).catch(() => undefined)
    try {
      return await work()
    } catch (error) {
      // A store without room may end a further try with an error of any name.
      if (!device.db.isOpen()) throw error
    }
  }
  markConnection({ trouble: 'storageFull' })
  throw full
}

/**
 * Throws off what can be had again: the weight, small pictures, changes that the server has long had, at last records that nobody
 * needs today.
 */
function waysToRoom({ db, register }: Device): (() => PromiseLike<unknown>)[] {
  const userId = Number(db.name.slice(db.name.lastIndexOf('-') + 1))
  return [
    () => db.meta.delete(BALLAST.key),
    // They come again when there is room.
    () => db.pictures.clear(),
    () => db.outbox.filter(({ state }) => state === 'done').delete(),
    () => pruneForRoom(db, register, userId, serverNow()),
  ]
}
