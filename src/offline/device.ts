import { Dexie, type Table } from 'dexie'
import type { ActorAnswer, House, MeAnswer, SessionUser } from '#contract/calls/session.ts'
import { markConnection } from './connection.ts'
import { openGuarded } from './guarded-open.ts'

const NAME = 'caredesk-device'

/** What the device remembers of the session beside the two keys in localStorage. */
export type DeviceSession = {
  userId: number
  name: string
  stage: 'pending' | 'choosing' | 'active'
  house: House
  sessionUser: SessionUser
  actor: ActorAnswer | null
  /** The same token as in localStorage, for the service worker. Both come and go together. */
  token?: string
  /** Can only end this session; kept for a sign-out that happens offline. */
  revocation: string
  /** Is it kept for days, or does it end after half an hour without work? */
  keep: boolean
  /** How long the server keeps it, as it said; nothing on a device that was last told by an older server. */
  lasts?: MeAnswer['lasts']
  /** What the last pull said about who this is; another word means that it is time to ask. */
  meHash?: string
  /** Seals what stays behind unsent; it can be used and not read, and goes with the session. */
  sealKey?: CryptoKey
  /** Signs what its person saves of it as a file; it can be used and not read. */
  fileKey?: CryptoKey
  /** Recognizes the password while the server cannot be asked; only on shared devices. */
  verifier?: Verifier
}

/** A password's fingerprint that takes long to make, under a key that cannot be read. */
export type Verifier = { salt: Uint8Array<ArrayBuffer>; iterations: number; key: CryptoKey; proof: ArrayBuffer }

/**
 * A user whose database is on this device. `leaving`: signed out, but something was still held open. `initial`: all that
 * others see of whose work waits here. `sealKey`: only while leaving, to seal what could not be sealed at once. `until`: when
 * what they had sent is to be forgotten, which lies there sealed.
 */
export type KnownUser = {
  userId: number
  unsent: number
  leaving: boolean
  initial?: string
  sealKey?: CryptoKey
  until?: number
}

type Entry =
  | { key: 'deviceId'; value: string }
  | { key: 'session'; value: DeviceSession }
  /** Do several people use this device in turn? Chosen once for the device, whoever is signed in. */
  | { key: 'shared'; value: boolean }
  /** On a shared device, the usernames of those who want to be found on it. Nothing else of them. */
  | { key: 'remembered'; value: string[] }
type Revocation = { handle: string }
export type DeviceDb = Dexie & {
  entries: Table<Entry, Entry['key']>
  users: Table<KnownUser, number>
  revocations: Table<Revocation, string>
}

export function defineDeviceDb(): DeviceDb {
  const db = new Dexie(NAME, { autoOpen: false, chromeTransactionDurability: 'strict' }) as DeviceDb
  db.version(1).stores({ entries: 'key', users: 'userId', revocations: 'handle' })
  return db
}

let opening: Promise<DeviceDb> | null = null

/** The one database that all users of this device share. */
export async function deviceDb(): Promise<DeviceDb> {
  if (opening) {
    const db = await opening
    if (db.isOpen()) return db
  }
  const db = defineDeviceDb()
  opening = openGuarded(db, { report: trouble => markConnection({ trouble }) }).then(() => db)
  opening.catch(() => (opening = null))
  return opening
}

/** For a sign-out that deletes, and for tests: the next use opens again. */
export async function closeDeviceDb(): Promise<void> {
  const db = await opening?.catch(() => null)
  db?.close({ disableAutoOpen: true })
  opening = null
}

/** Names this device to the server: leased record ids and unsent work belong to it. Made once. */
export async function deviceId(): Promise<string> {
  const db = await deviceDb()
  return db.transaction('rw', db.entries, async () => {
    const known = await db.entries.get('deviceId')
    if (known?.key === 'deviceId') return known.value
    const value = crypto.randomUUID()
    await db.entries.put({ key: 'deviceId', value })
    return value
  })
}

export async function writeSession(session: DeviceSession): Promise<void> {
  const db = await deviceDb()
  await db.entries.put({ key: 'session', value: session })
}

export async function readSession(): Promise<DeviceSession | null> {
  const entry = await (await deviceDb()).entries.get('session')
  return entry?.key === 'session' ? entry.value : null
}

/** The branch of whoever is signed in; null also where nobody knows. */
export const ownBranch = async (): Promise<number | null> =>
  (await readSession().catch(() => null))?.actor?.branch ?? null

/** Changes what is kept of the session; one that has ended meanwhile stays ended. */
export async function changeSession(change: (kept: DeviceSession) => DeviceSession): Promise<void> {
  const db = await deviceDb()
  await db.transaction('rw', db.entries, async () => {
    const entry = await db.entries.get('session')
    if (entry?.key === 'session') await db.entries.put({ key: 'session', value: change(entry.value) })
  })
}

export async function readShared(): Promise<boolean> {
  const entry = await (await deviceDb()).entries.get('shared')
  return entry?.key === 'shared' && entry.value
}

/** A device that is one person's from now on knows no other names. */
export async function writeShared(value: boolean): Promise<void> {
  const { entries } = await deviceDb()
  await entries.put({ key: 'shared', value })
  if (!value) await entries.delete('remembered')
}

export async function clearSession(): Promise<void> {
  await (await deviceDb()).entries.delete('session')
}

export const knownUsers = async (): Promise<KnownUser[]> => (await deviceDb()).users.toArray()

export async function noteUser(user: KnownUser): Promise<void> {
  await (await deviceDb()).users.put(user)
}

export async function forgetUser(userId: number): Promise<void> {
  await (await deviceDb()).users.delete(userId)
}
