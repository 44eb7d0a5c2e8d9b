import { useSyncExternalStore } from 'react'
import { metaIn, type KeepMeta } from '#src/offline/keep-meta.ts'
import { readMeta, type UserDb } from '#src/offline/user-db.ts'
import { readWho } from '#src/session/house.ts'
import { onSessionChange, session } from '#src/session/store.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'
import { listeners } from '#src/lib/listeners.ts'

type All = readonly unknown[]
const none: readonly never[] = []

// Where a browser keeps nothing, they last as long as the page, and no longer than their person's session.
let inMemory: { whose: number | undefined; lists: ReadonlyMap<string, All> } = { whose: undefined, lists: new Map() }
const { subscribe, tell } = listeners()
const remember = (lists: ReadonlyMap<string, All>) => {
  inMemory = { whose: readWho()?.userId, lists }
  tell()
}
onSessionChange(() => {
  if (!session().signedIn) remember(new Map())
})
const remembered = (): ReadonlyMap<string, All> => (inMemory.whose === readWho()?.userId ? inMemory.lists : new Map())

/** Changes a list of this device, in its person's own database: it goes with them when they sign out. Answers how it is now. */
export async function changeKept<T>(
  db: UserDb | null,
  key: string,
  to: (all: readonly T[]) => readonly T[],
  keep: KeepMeta | null = db && metaIn(db),
): Promise<readonly T[]> {
  if (keep) {
    const change = (all: readonly T[]) => {
      const value = to(all)
      return { value, result: value }
    }
    return keep<readonly T[], readonly T[]>(key, none, change)
  }
  const all = to((remembered().get(key) ?? none) as readonly T[])
  remember(new Map([...remembered(), [key, all]]))
  return all
}

/** As it stands at this moment, also where no screen has heard of it yet. */
export const readKept = async <T>(db: UserDb | null, key: string): Promise<readonly T[]> =>
  ((db ? await readMeta<T[]>(db, key) : remembered().get(key)) ?? none) as readonly T[]

/** The same on a screen, now and after every change. */
export function useKeptList(key: string): readonly unknown[] {
  const { db } = useData()
  const kept = useLive(db, key, db => readKept(db, key))
  const here = useSyncExternalStore(subscribe, () => remembered().get(key))
  return (db ? kept : here) ?? none
}
