import type { Register } from '#contract/module.ts'
import { KEY, wordOf } from '#src/offline/canary.ts'
import { markConnection, readConnection } from '#src/offline/connection.ts'
import { deviceDb, deviceId, knownUsers } from '#src/offline/device.ts'
import { storeKeptUntil } from '#src/offline/unheard.ts'
import { isOver } from '#src/offline/unheard-days.ts'
import { closeUserDb, openUserDb, userDbName, type UserDb } from '#src/offline/user-db.ts'

/** What is done where a store does not open, and fetched only then. */
export const loadShut = () => import('./shut.ts')

/** Judges what is kept by its declaration. Small, and in a piece of its own: the first page of a used device waits for it. */
export const loadJudge = () => import('#src/offline/judge.ts')

export type Store = {
  /** None where the browser keeps nothing, or does not open it: the app then works online only. */
  db: UserDb | null
  deviceId: string
  /** Over when the database was closed for a newer build or a sign-out, and is not to be opened again. */
  dismissed: AbortController
}

type Early = { userId: number; store: Promise<Store>; db: UserDb | null; dismissed: AbortController }
let early: Early | null = null

/** Opens the store while the page is still being put together; whoever asks for it first gets this one. */
export function openEarly(userId: number, register: Register): Promise<unknown> {
  if (early?.userId === userId && !early.dismissed.signal.aborted) return early.store
  letGo()
  const dismissed = new AbortController()
  const begun: Early = { userId, store: open(userId, register, dismissed), db: null, dismissed }
  early = begun
  return begun.store.then(({ db }) => (begun.db = db))
}

/** What was opened early, for those who draw before anybody has asked for it. */
export const openedEarly = (userId: number): UserDb | null => (early?.userId === userId ? early.db : null)

/** The store of one user on this device. What the browser has taken away meanwhile is opened anew. */
export async function openStore(userId: number, register: Register): Promise<Store> {
  if (early?.userId !== userId) letGo()
  const opened = early
  early = null
  const store = await opened?.store
  const isGone = store?.db?.isOpen() === false && !store.dismissed.signal.aborted
  return store && !isGone ? store : open(userId, register, new AbortController())
}

export function letGo(): void {
  void early?.store.then(({ db }) => db && closeUserDb(db))
  early = null
}

async function open(userId: number, register: Register, dismissed: AbortController): Promise<Store> {
  // What this device kept before is read by its declaration from the first page on. A new device has nothing to judge.
  // Where it does not come, the page that stands tries again.
  const judging =
    wordOf(userDbName(userId)) &&
    loadJudge()
      .then(({ judgeKept }) => judgeKept())
      .catch(() => undefined)
  await finishSignOuts(userId).catch(() => undefined)
  const device = nameHere().catch(() => crypto.randomUUID())
  const onUnsealed = async (db: UserDb) => (await import('#src/offline/apply.ts')).layMadeHere(db, register)
  const makingRoom = async <T>(db: UserDb, work: () => PromiseLike<T>) =>
    (await import('#src/offline/storage.ts')).withRoom({ db, register }, work)
  const onDismissed = () => dismissed.abort()
  const db = await openUserDb(userId, register, { onDismissed, onUnsealed, makingRoom }).catch(
    async (error: unknown) => {
      await loadShut().then(
        ({ noteShut }) => noteShut(userId, error),
        () => markConnection({ trouble: 'storageShut' }),
      )
      return null
    },
  )
  if (db && isOver(await storeKeptUntil(db).catch(() => null))) {
    // Nothing of it is shown: the session of this device ends, and takes the records along.
    closeUserDb(db)
    await (await import('#src/offline/forget-unheard.ts')).forgetUnheard()
    return { db: null, deviceId: await device, dismissed }
  }
  await judging
  if (db && readConnection().trouble === 'blocked') markConnection({ trouble: null })
  return { db, deviceId: await device, dismissed }
}

/**
 * The name of this device. Where the databases alone were thrown away, a session was left behind: nobody signs in, and the
 * device is the same one still.
 */
async function nameHere(): Promise<string> {
  const known = await (await deviceDb()).entries.get('deviceId')
  if (known?.key === 'deviceId') return known.value
  if (!document.cookie.includes(KEY)) return deviceId()
  return (await import('#src/offline/device-again.ts')).deviceAgain()
}

/** Where others were at this device, what of them was left behind in a hurry goes before anything else is opened. */
async function finishSignOuts(userId: number): Promise<void> {
  const [known, revocations] = await Promise.all([knownUsers(), deviceDb().then(db => db.revocations.count())])
  if (known.every(one => one.userId === userId) && revocations === 0) return
  const { retryWipes, sendRevocations } = await import('#src/offline/wipe.ts')
  await retryWipes().catch(() => undefined)
  void sendRevocations().catch(() => undefined)
}
