import { callApi, isUnreachable } from './api.ts'
import { forgetCanary } from './canary.ts'
import { tellTabs } from './channel.ts'
import { clearSession, deviceDb, forgetUser, knownUsers, noteUser, readSession } from './device.ts'
import { revokeObjectUrls } from './object-urls.ts'
import { clearStores, countRows, deleteDatabase } from './raw-store.ts'
import { closeUserDbs, unsentStores, userDbName } from './user-db.ts'

/** What stays in localStorage when a person leaves: how the device looks and speaks. */
const kept = ['theme', 'language', 'i18nextLng', 'caredesk.canary']
const isPrecache = (cache: string) => cache.includes('precache')
const ownsDatabase = (name: string) => name === 'caredesk-device' || name.startsWith('caredesk-u-')

export type SignOut = {
  userId: number
  /** The handle that can only end this session. Left out where the server ended it already. */
  revocation?: string
  /** Empties the query cache. */
  clearQueries?: () => void
  /** How long other tabs may take to let go of the database. */
  patience?: number
}

/**
 * Takes everything of this person off the device, whatever the network does: token, user, caches, their database.
 * Unsent work stays in its stores. Answers what could not be removed; it is tried again at the next start.
 */
export async function signOutHere({
  userId,
  revocation,
  clearQueries,
  patience = 3_000,
}: SignOut): Promise<{ left: string[] }> {
  tellTabs({ kind: 'closeStores', userId })
  closeUserDbs(userId)
  clearQueries?.()
  revokeObjectUrls()
  for (const key of Object.keys(localStorage)) if (!kept.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
  // One step that fails (a browser without IndexedDB) must not keep the others from being done.
  await Promise.allSettled([clearCaches(), clearForeignDatabases(patience)])
  const [wiped] = await Promise.allSettled([
    wipeUser(userId, patience),
    clearSession(),
    revocation ? keepRevocation(revocation) : undefined,
  ])
  void sendRevocations().catch(() => undefined) // without a database there was nothing to keep it in
  const left = await whatIsLeft()
  if (wiped.status === 'rejected' || !wiped.value) return { left: [...left, userDbName(userId)] }
  return { left: [...left, ...(await rowsLeft(userId))] }
}

/** Empties the person's database at once, and deletes it unless it holds unsent work. False: it is held open. */
async function wipeUser(userId: number, patience: number): Promise<boolean> {
  const name = userDbName(userId)
  await noteUser({ userId, unsent: 0, leaving: true })
  await clearStores(name, unsentStores)
  forgetCanary(name)
  const counts = await countRows(name)
  if (counts !== null && unsentIn(counts) > 0) {
    await noteUser({ userId, unsent: counts.outbox ?? 0, leaving: false })
    return true
  }
  if (!(await deleteDatabase(name, patience))) return false
  await forgetUser(userId)
  return true
}

const unsentIn = (counts: Record<string, number>) => unsentStores.reduce((sum, store) => sum + (counts[store] ?? 0), 0)

/** Finishes sign-outs that another tab's open handle held up. Asked at every start, before a database is opened. */
export async function retryWipes(patience = 3_000): Promise<void> {
  const present = (await readSession())?.userId
  for (const { userId, leaving } of await knownUsers()) {
    if (leaving && userId !== present) await wipeUser(userId, patience).catch(() => false)
  }
}

async function keepRevocation(handle: string): Promise<void> {
  await (await deviceDb()).revocations.put({ handle })
}

/** Ends sessions whose sign-out the server has not heard of. The handle can do nothing else; the token is gone. */
export const sendRevocations = (): Promise<void> =>
  (sending ??= sendThem().finally(() => {
    sending = null
  }))
let sending: Promise<void> | null = null

async function sendThem(): Promise<void> {
  const db = await deviceDb()
  for (const { handle } of await db.revocations.toArray()) {
    try {
      await callApi('POST', '/auth/sign-out', { json: { revocation: handle } })
    } catch (error) {
      if (isUnreachable(error) || isForLater(error)) return
    }
    await db.revocations.delete(handle)
  }
}

const isForLater = (error: unknown) => [429, 500, 503].includes((error as { status?: number }).status ?? 0)

async function clearCaches(): Promise<void> {
  if (typeof caches === 'undefined') return
  for (const name of await caches.keys()) if (!isPrecache(name)) await caches.delete(name)
}

/** Databases that libraries made on this origin may hold anything; ours are treated one by one. */
async function clearForeignDatabases(patience: number): Promise<void> {
  for (const { name } of await indexedDB.databases())
    if (name !== undefined && !ownsDatabase(name)) await deleteDatabase(name, patience)
}

/** Reads back instead of trusting that every removal worked. */
async function whatIsLeft(): Promise<string[]> {
  const left = [...Object.keys(localStorage).filter(key => !kept.includes(key)), ...Object.keys(sessionStorage)]
  if (typeof caches !== 'undefined') left.push(...(await caches.keys()).filter(name => !isPrecache(name)))
  if (typeof indexedDB === 'undefined') return left
  for (const { name } of await indexedDB.databases()) if (name !== undefined && !ownsDatabase(name)) left.push(name)
  if (await readSession().catch(() => null)) left.push('caredesk-device/session')
  return left
}

async function rowsLeft(userId: number): Promise<string[]> {
  const name = userDbName(userId)
  const counts = (await countRows(name)) ?? {}
  return Object.entries(counts)
    .filter(([store, rows]) => rows > 0 && !(unsentStores as readonly string[]).includes(store))
    .map(([store]) => `${name}/${store}`)
}
