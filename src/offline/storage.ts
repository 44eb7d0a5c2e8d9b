import type { Register } from '#contract/module.ts'
import { serverNow } from '#src/lib/clock.ts'
import { markConnection } from './connection.ts'
import { isQuotaError } from './guarded-open.ts'
import { pruneKept } from './prune.ts'
import type { UserDb } from './user-db.ts'

const MB = 1_000_000
const DAY = 86_400_000

/** Weight that is thrown off where nothing else would make room: a change must be kept even on a full device. */
const BALLAST = { key: 'ballast', bytes: 5 * MB }
/** Of what the browser allows; above it only changes are taken, no photos. */
const FULL_AT = 0.8
const LEAST_LEFT = 100 * MB
/** The browser hands out random bytes in portions of this size. */
const PORTION = 65_536

export type StorageUse = { used: number; quota: number }

/** What this origin uses and may use; null where the browser does not say. */
export async function storageUse(): Promise<StorageUse | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return usage === undefined || !quota ? null : { used: usage, quota }
}

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
    { persist?: () => Promise<boolean> } | undefined
  if (!storage?.persist) return null
  return (await isPersisted()) === true || storage.persist().catch(() => false)
}

/** Is there room for photos that have to wait, with so many bytes more? */
export const leavesRoom = ({ used, quota }: StorageUse, more = 0): boolean =>
  used + more <= quota * FULL_AT && quota - used - more >= LEAST_LEFT

/** The same of this device as it is now. What cannot be known is tried. */
export async function hasRoomForFiles(more = 0): Promise<boolean> {
  const use = await storageUse()
  return use === null || leavesRoom(use, more)
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
 * Does work that writes to the device. Where that is full, it makes room, tries once more, and else says so: the error
 * is the caller's, who has what the person typed. Nothing unsent is ever dropped for it.
 */
export async function withRoom<T>(device: Device, work: () => PromiseLike<T>): Promise<T> {
  let full: unknown
  try {
    return await work()
  } catch (error) {
    if (!isQuotaError(error)) throw error
    full = error
    await makeRoom(device)
  }
  try {
    return await work()
  } catch (error) {
    if (!device.db.isOpen()) throw error
    // A store without room may end the second try with an error of any name.
    markConnection({ trouble: 'storageFull' })
    throw full
  }
}

/** Throws off what can be had again: the weight, records that are closed, changes that the server has long had. */
async function makeRoom({ db, register }: Device): Promise<void> {
  const userId = Number(db.name.slice(db.name.lastIndexOf('-') + 1))
  const steps = [
    () => db.meta.delete(BALLAST.key),
    () => db.outbox.filter(({ state }) => state === 'done').delete(),
    // As if a month had passed: what is open stays, and what unsent work is about.
    () => pruneKept(db, register, userId, serverNow() + 31 * DAY),
  ]
  // A full device may refuse even a step of this; the others still help.
  for (const step of steps) await Promise.resolve(step()).catch(() => undefined)
}
