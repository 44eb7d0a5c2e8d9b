import { revokeCall } from '#contract/calls/session.ts'
import { nothing } from '#contract/nothing.ts'
import { callApi, isUnreachable } from './api.ts'
import { ask } from './ask.ts'
import { forgetCanary } from './canary.ts'
import { tellTabs } from './channel.ts'
import { deviceDb, forgetUser, knownUsers, noteUser, readSession, type DeviceSession } from './device.ts'
import { revokeObjectUrls } from './object-urls.ts'
import { countWaitingIn } from './outbox/count-away.ts'
import { endedFor } from './outbox/over.ts'
import { endedUntil, isStillKept, readEnded, sealEnded } from './outbox/ended.ts'
import type { OutboxOp } from './outbox/op.ts'
import { clearStores, countRows, deleteDatabase, dropRows, readStores, sealStores } from './raw-store.ts'
import { isSealed } from './seal.ts'
import { closeUserDbs, PREFERENCES, unsentStores, userDbName, type MetaEntry, type Preferences } from './user-db.ts'

/** What stays in localStorage when a person leaves: how the device looks and speaks, and how wrong its clock is. */
const kept = ['theme', 'language', 'i18nextLng', 'caredesk.canary', 'caredesk.installOffer', 'caredesk.clock']
const isPrecache = (cache: string) => cache.includes('precache')
const ownsDatabase = (name: string) => name === 'caredesk-device' || name.startsWith('caredesk-u-')

/**
 * Tells the server, as long as it still knows this person here, what they set and it has not heard of: that goes with the rest.
 * Answers as soon as all of it is on its way, with the token of now.
 */
export async function tellUntold(userId: number): Promise<{ told: Promise<unknown> } | null> {
  const meta = ((await readStores(userDbName(userId), ['meta']))?.meta ?? []) as MetaEntry[]
  const kept = meta.find(({ key }) => key === PREFERENCES)?.value as Preferences | undefined
  if (!kept) return null
  const tell = (key: string) => {
    const adds = kept.adding?.includes(key) ? { adds: true } : {}
    const json = { key, value: kept.known[key] ?? null, ...adds }
    return callApi('POST', '/preferences/set', { json, as: nothing() })
  }
  return { told: Promise.allSettled(kept.untold.map(tell)) }
}

export type SignOut = {
  /** Null where the device does not know (any more) whose session it was. */
  userId: number | null
  /** The handle that can only end this session. Left out where the server ended it already. */
  revocation?: string
  /** Does the server hear of the end by the token? Then the handle is not needed. */
  heard?: Promise<boolean>
  /** Empties the query cache. */
  clearQueries?: () => void
  /** How long other tabs may take to let go of the database. */
  patience?: number
}

/**
 * Takes everything of this person off the device, whatever the network does: token, user, caches, their database.
 * Unsent work stays in its stores, sealed. Answers what could not be removed; it is tried again at the next start.
 */
export async function signOutHere({
  userId,
  revocation,
  heard,
  clearQueries,
  patience = 3_000,
}: SignOut): Promise<{ left: string[] }> {
  // Before anything is waited for: what is there later may be of somebody who has signed in meanwhile.
  for (const key of Object.keys(localStorage)) if (!kept.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
  const before = await readSession().catch(() => null)
  const own = userId === null ? null : await beginLeaving(userId).catch(() => null)
  if (userId !== null) {
    tellTabs({ kind: 'closeStores', userId })
    closeUserDbs(userId)
  }
  clearQueries?.()
  revokeObjectUrls()
  // One step that fails (a browser without IndexedDB) must not keep the others from being done.
  await Promise.allSettled([clearCaches(), clearForeignDatabases(patience)])
  if (revocation) await keepRevocation(revocation).catch(() => undefined)
  const [wiped] = await Promise.allSettled([userId === null ? true : wipeUser(userId, patience, own)])
  // Whose session it was goes last: a sign-out that is cut short here is finished at the next start. Who has signed in
  // meanwhile has another token, and stays.
  const isOwn = (now: DeviceSession) => userId === null || now.userId === userId
  await forgetSession(now => isOwn(now) && [undefined, before?.token].includes(now.token)).catch(() => undefined)
  if (userId === null) await retryWipes(patience).catch(() => undefined)
  telling = tellOfEnd(revocation, heard).catch(() => undefined) // without a database there was nothing to keep it in
  const left = await whatIsLeft()
  if (userId === null) return { left }
  if (wiped.status === 'rejected' || !wiped.value) return { left: [...left, userDbName(userId)] }
  return { left: [...left, ...(await rowsLeft(userId))] }
}

type Leaving = Pick<DeviceSession, 'userId' | 'name' | 'sealKey'>

/**
 * From here on nobody else on this device can send or unseal anything as this person, neither a service worker nor a tab
 * that is opening. The key of the seal moves to the note of who is leaving; on a device without room for that, nothing changes.
 */
async function beginLeaving(userId: number): Promise<Leaving | null> {
  const { entries, users } = await deviceDb()
  return entries.db.transaction('rw', entries, users, async () => {
    const [entry, known] = await Promise.all([entries.get('session'), users.get(userId)])
    if (entry?.key !== 'session' || entry.value.userId !== userId) return null
    const { token: _token, sealKey = known?.sealKey, ...rest } = entry.value
    const initial = initialOf(rest.name)
    const seal = sealKey ? { sealKey } : {}
    await users.put({ userId, unsent: known?.unsent ?? 0, leaving: true, ...(initial ? { initial } : {}), ...seal })
    await entries.put({ key: 'session', value: rest })
    return { userId, name: rest.name, ...seal }
  })
}

/**
 * Empties the person's database at once, and deletes it unless it holds unsent work, or what a restored server may want
 * again: all of that stays sealed. False: it is held open.
 */
async function wipeUser(userId: number, patience: number, leaving: Leaving | null = null): Promise<boolean> {
  const name = userDbName(userId)
  const session = leaving ?? (await readSession())
  const own = session?.userId === userId ? session : null
  const known = (await knownUsers()).find(user => user.userId === userId)
  const initial = own ? initialOf(own.name) : known?.initial
  const sealKey = own?.sealKey ?? known?.sealKey
  let until = known?.until
  const note = (unsent: number, leaving: boolean, key?: CryptoKey) =>
    noteUser({
      userId,
      unsent,
      leaving,
      // Of whom nothing waits nobody need know who it is.
      ...(initial && (unsent > 0 || leaving) ? { initial } : {}),
      ...(key ? { sealKey: key } : {}),
      ...(until === undefined ? {} : { until }),
    })
  // On a full device nothing can be noted before there is room: that must not keep anything else from being done.
  const noteLeaving = (unsent: number, key?: CryptoKey) => note(unsent, true, key).catch(() => undefined)
  const noted = known?.unsent ?? 0
  await noteLeaving(noted, sealKey)
  const filesWait = ((await countRows(name))?.blobs ?? 0) > 0
  const ended = sealKey ? await readEnded(name, filesWait).catch(() => null) : null
  await clearStores(name, [...unsentStores, 'meta'])
  await dropRows(name, 'meta', () => row => !isStillKept(row))
  // What the server has confirmed is kept for the case that it is restored. Where it cannot be sealed, it goes.
  if (ended && sealKey) await sealEnded(name, ended, sealKey).catch(() => undefined)
  until = await endedUntil(name).catch(() => undefined)
  let sealed = 0
  await dropRows(name, 'outbox', rows => {
    sealed = rows.filter(isSealed).length
    return endedFor(rows as Partial<OutboxOp>[], filesWait)
  })
  forgetCanary(name)
  const counts = await countRows(name)
  if (counts !== null && unsentIn(counts) > 0) {
    // The number that the person was told on the way out. Sealed changes show no state to be counted by: an earlier try noted
    // how many they are, or each is one. Without a number everything is sealed all the same.
    const waiting = await countWaitingIn(name).catch(() => unsentIn({ ...counts, drafts: 0 }))
    const unsent = sealed > 0 && !own ? Math.max(waiting - sealed, noted) : waiting
    await noteLeaving(unsent, sealKey)
    const open = sealKey ? await sealStores(name, unsentStores, sealKey) : 0
    await note(unsent, open > 0, open > 0 ? sealKey : undefined)
    return open === 0
  }
  if (until !== undefined) {
    await note(0, false)
    return true
  }
  await noteLeaving(0)
  if (!(await deleteDatabase(name, patience))) return false
  await forgetUser(userId)
  return true
}

const initialOf = (name: string) => Array.from(name.trim()).at(0)?.toLocaleUpperCase() ?? ''

const unsentIn = (counts: Record<string, number>) => unsentStores.reduce((sum, store) => sum + (counts[store] ?? 0), 0)

/** Finishes sign-outs that were cut short or held up. Asked at every start, before a database is opened. */
export async function retryWipes(patience = 3_000): Promise<void> {
  const present = (await readSession())?.userId
  for (const { userId, leaving, until = Infinity } of await knownUsers()) {
    if (userId === present) continue
    if (leaving || until < Date.now() || (await rowsLeft(userId)).length > 0)
      await wipeUser(userId, patience).catch(() => false)
  }
}

async function keepRevocation(handle: string): Promise<void> {
  await (await deviceDb()).revocations.put({ handle })
}

let telling: Promise<void> = Promise.resolve()
/** Waits until the server has heard of the last sign-out, or cannot be told for now. */
export const toldOfEnd = (): Promise<void> => telling

async function tellOfEnd(handle: string | undefined, heard: Promise<boolean> | undefined): Promise<void> {
  if ((await heard) && handle) await (await deviceDb()).revocations.delete(handle)
  await sendRevocations()
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
      await ask(revokeCall, { revocation: handle })
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
  // What stays there is sealed.
  if (counts.meta) counts.meta = ((await readStores(name, ['meta']))?.meta ?? []).filter(row => !isSealed(row)).length
  return Object.entries(counts)
    .filter(([store, rows]) => rows > 0 && !(unsentStores as readonly string[]).includes(store))
    .map(([store]) => `${name}/${store}`)
}

/** Forgets whose session it is, where it is one that has ended. */
async function forgetSession(hasEnded: (kept: DeviceSession) => boolean): Promise<void> {
  const { entries } = await deviceDb()
  await entries.db.transaction('rw', entries, async () => {
    const entry = await entries.get('session')
    if (entry?.key === 'session' && hasEnded(entry.value)) await entries.delete('session')
  })
}
