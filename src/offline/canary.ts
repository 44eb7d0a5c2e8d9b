import type { Dexie, Table } from 'dexie'
import { deviceDb, deviceId } from './device.ts'
import { pageStorage } from './page-storage.ts'

// A browser may empty IndexedDB under us, and the next use would quietly make an empty database. The same random word
// lives inside the database and outside of it, so that a missing one inside is noticed.
const KEY = 'caredesk.canary'

type Canaries = Record<string, string>

const read = (): Canaries => {
  try {
    return JSON.parse(pageStorage()?.getItem(KEY) ?? '{}') as Canaries
  } catch {
    return {}
  }
}

// It may also throw away everything of this origin at once, the word outside too. What that leaves alone is a cookie: what
// the server calls this device, and nothing else. What we fetch from the API carries none, and the server reads none.
const YEAR = 365 * 86_400

/** A service worker has none, and a program that is no browser. */
const pageCookies = () => (globalThis as { document?: { cookie: string } }).document

function noteDevice(id: string): void {
  const page = pageCookies()
  if (!page) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  page.cookie = `${KEY}=${id}; Path=/; Max-Age=${YEAR}; SameSite=Strict${secure}`
}

/** Whoever can write cookies must not be able to give the device a name that the server refuses. */
const NOTED = /(?:^|; )caredesk\.canary=([\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})(?:;|$)/
const notedDevice = (): string | undefined => NOTED.exec(pageCookies()?.cookie ?? '')?.[1]

/** When this device found that everything was gone, beside the words; the name of no database. */
const EMPTIED = 'emptied'
/** So long the server is asked what it knew, for everybody who works here. */
const ASKED_FOR = 14 * 86_400_000

/** The name of this device. One that has lost everything takes up the name by which the server knows it. */
export async function deviceAgain(): Promise<string> {
  const { entries } = await deviceDb()
  const noted = notedDevice()
  const isBack = await entries.db.transaction('rw', entries, async () => {
    if (!noted || (await entries.get('deviceId'))) return false
    await entries.put({ key: 'deviceId', value: noted })
    return true
  })
  if (isBack) pageStorage()?.setItem(KEY, JSON.stringify({ ...read(), [EMPTIED]: String(Date.now()) }))
  const id = await deviceId()
  noteDevice(id)
  return id
}

/** So many seconds ago this device found that everything was gone; nothing where that never was, or long ago. */
export function emptiedFor(): number | undefined {
  const ago = Date.now() - Number(read()[EMPTIED] ?? Number.NaN)
  return ago >= 0 && ago < ASKED_FOR ? Math.round(ago / 1_000) : undefined
}

/** Was this database emptied behind our back? Either way both words are equal afterwards. */
export async function checkCanary(db: Dexie): Promise<boolean> {
  if (!pageStorage()) return false
  await deviceAgain()
  const outside = read()[db.name]
  const meta: Table<{ key: string; value: unknown }, string> = db.table('meta')
  const inside = await db.transaction('rw', meta, async () => {
    const entry = await meta.get('canary')
    if (entry) return entry.value as string
    const value = crypto.randomUUID()
    await meta.put({ key: 'canary', value })
    return value
  })
  if (outside === inside) return false
  pageStorage()?.setItem(KEY, JSON.stringify({ ...read(), [db.name]: inside }))
  return outside !== undefined
}

export function forgetCanary(name: string): void {
  const { [name]: _, ...rest } = read()
  if (Object.keys(rest).length === 0) pageStorage()?.removeItem(KEY)
  else pageStorage()?.setItem(KEY, JSON.stringify(rest))
}
