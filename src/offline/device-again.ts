import { KEY, noteEmptied } from './canary.ts'
import { deviceDb, deviceId } from './device.ts'

// A browser may throw away everything of this origin at once, both words of the canary too. What that leaves alone is a
// cookie: what the server calls this device, and nothing else. What we fetch from the API carries none, and the server
// reads none.
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

/** The name of this device. One that has lost everything takes up the name by which the server knows it. */
export async function deviceAgain(): Promise<string> {
  const { entries } = await deviceDb()
  const noted = notedDevice()
  const isBack = await entries.db.transaction('rw', entries, async () => {
    if (!noted || (await entries.get('deviceId'))) return false
    await entries.put({ key: 'deviceId', value: noted })
    return true
  })
  if (isBack) noteEmptied()
  const id = await deviceId()
  noteDevice(id)
  return id
}
