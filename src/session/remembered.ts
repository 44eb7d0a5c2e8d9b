import { deviceDb, readShared } from '#src/offline/device.ts'

/** So many people take turns at one device. */
const MOST = 12

/** Usernames of those who want to be found on this shared device, who came last first. */
export async function rememberedHere(): Promise<string[]> {
  const entry = await (await deviceDb()).entries.get('remembered')
  return entry?.key === 'remembered' ? entry.value : []
}

let wish: boolean | null = null
/** What the person says at the sign-in form; null while they have said nothing. */
export const wishToBeRemembered = (on: boolean | null): void => {
  wish = on
}

/** Somebody has signed in: their name stays or goes as they said, or as it was. Only a shared device keeps names. */
export async function noteArrival(username: string): Promise<void> {
  const said = wish
  wish = null
  if (said === null && !(await rememberedHere()).includes(username)) return
  if (said === false || !(await readShared())) return forgetHere(username)
  await change(names => [username, ...names.filter(name => name !== username)].slice(0, MOST))
}

export const forgetHere = (username: string): Promise<void> => change(names => names.filter(name => name !== username))

async function change(next: (names: string[]) => string[]): Promise<void> {
  const db = await deviceDb()
  await db.transaction('rw', db.entries, async () => {
    await db.entries.put({ key: 'remembered', value: next(await rememberedHere()) })
  })
}
