import { serverNow } from '#src/lib/clock.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { readMeta } from '#src/offline/user-db.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'

/** A page that was opened: its address, and what it said of itself. */
export type Recent = { path: string; title: string; at: string }

const KEY = 'recents'
const most = 30

// Where a browser keeps nothing, they last as long as the page.
let inMemory: readonly Recent[] = []

/** Notes that a page was opened, in the person's own database: it goes with them when they sign out. */
export async function keepRecent(db: UserDb | null, path: string, title: string): Promise<void> {
  const one = { path, title, at: new Date(serverNow()).toISOString() }
  const withIt = (all: readonly Recent[]) => [one, ...all.filter(other => other.path !== path)].slice(0, most)
  if (!db) {
    inMemory = withIt(inMemory)
    return
  }
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: KEY, value: withIt((await readMeta<Recent[]>(db, KEY)) ?? []) })
  })
}

/** The pages this person opened last on this device, newest first. */
export function useRecents(): readonly Recent[] {
  const { db } = useData()
  const kept = useLive(db, KEY, async db => (await readMeta<Recent[]>(db, KEY)) ?? [])
  return db ? (kept ?? none) : inMemory
}
const none: readonly Recent[] = []
