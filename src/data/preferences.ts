import { useQuery, useQueryClient } from '@tanstack/react-query'
import { preferencesCall, setPreferenceCall, withMore } from '#contract/calls/views.ts'
import { same } from '#contract/merge.ts'
import { Problem } from '#contract/problem.ts'
import { isUnreachable } from '#src/offline/api.ts'
import { ask } from '#src/offline/ask.ts'
import {
  PREFERENCES as KEY,
  readMeta,
  type Preference,
  type Preferences as Kept,
  type UserDb,
} from '#src/offline/user-db.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'

const nothing: Kept = { known: {}, untold: [] }

const change = (db: UserDb, to: (kept: Kept) => Kept) =>
  db.transaction('rw', db.meta, async () => {
    const next = to((await readMeta<Kept>(db, KEY)) ?? nothing)
    await db.meta.put({ key: KEY, value: next })
    return next
  })

const without = (known: Kept['known'], key: string): Kept['known'] => {
  const { [key]: _, ...others } = known
  return others
}

/**
 * Is the server done with this one? What it refuses for good is not told again, and is as the server has it from then
 * on; what it has no time for is told the next time. Neither keeps the others from being told.
 */
async function tell(key: string, value: Preference | null, adds: boolean): Promise<boolean> {
  try {
    await ask(setPreferenceCall, { key, value, ...(adds ? { adds } : {}) })
    return true
  } catch (error) {
    if (isUnreachable(error)) throw error
    return error instanceof Problem && ['invalid', 'too-large'].includes(error.code)
  }
}

/** Tells the server what was set while it could not be told, then learns what was set elsewhere. */
async function agree(db: UserDb | null): Promise<Kept['known']> {
  const kept = db ? ((await readMeta<Kept>(db, KEY)) ?? nothing) : nothing
  const settled = new Set<string>()
  for (const key of kept.untold)
    if (await tell(key, kept.known[key] ?? null, kept.adding?.includes(key) ?? false)) settled.add(key)
  const { preferences } = await ask(preferencesCall, {})
  if (db)
    await change(db, now => {
      // What was set while the answer was under way stays as it was set here.
      const untold = now.untold.filter(key => !settled.has(key) || !same(now.known[key], kept.known[key]))
      const mine = Object.fromEntries(untold.flatMap(key => (now.known[key] ? [[key, now.known[key]]] : [])))
      const theirs = untold.reduce(without, preferences)
      return { known: { ...theirs, ...mine }, untold, adding: now.adding?.filter(key => untold.includes(key)) ?? [] }
    })
  return preferences
}

/** What the device keeps, null where that is nothing yet, and what the server says. Undefined: not known yet. */
function useBoth(): { kept: Kept['known'] | null | undefined; told: Kept['known'] | undefined } {
  const { db, opened } = useData()
  const kept = useLive(db, KEY, async db => (await readMeta<Kept>(db, KEY)) ?? null)
  const { data, isError } = useQuery({
    queryKey: [KEY],
    queryFn: () => agree(db),
    enabled: opened,
    staleTime: 60_000,
  })
  const told = data ?? (isError ? nothing.known : undefined)
  if (!opened) return { kept: undefined, told }
  return { kept: db ? kept && kept.known : null, told }
}

/** What this person set for themselves, by name. Undefined until the device has been asked. */
export function usePreferences(): Kept['known'] | undefined {
  const { db } = useData()
  const { kept, told } = useBoth()
  return kept === null ? (db ? nothing.known : told) : kept
}

/** The same, for what cannot wait to be corrected: a device that keeps nothing yet knows it once the server was asked. */
export function useToldPreferences(): Kept['known'] | undefined {
  const { kept, told } = useBoth()
  return kept === null ? told : kept
}

/** Learns what was set elsewhere meanwhile. */
export function useRefreshPreferences(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [KEY] })
}

type Setting = (key: string, value: Preference | null) => Promise<void>

/**
 * Sets one, here at once and on the server as soon as it can be told. Null takes it away. `adds`: to what is in its lists,
 * here and wherever else something was added meanwhile.
 */
export function useSetPreference(adds = false): Setting {
  const { db } = useData()
  const queries = useQueryClient()
  return async (key, value) => {
    const put = (known: Kept['known']): Kept['known'] =>
      value ? { ...known, [key]: adds ? withMore(known[key] ?? {}, value) : value } : without(known, key)
    queries.setQueryData<Kept['known']>([KEY], known => known && put(known))
    const kept =
      db &&
      (await change(db, ({ known, untold, adding = [] }) => ({
        known: put(known),
        untold: [...new Set([...untold, key])],
        adding: adds ? [...new Set([...adding, key])] : adding,
      })))
    // With what was added before and could not be told.
    const all = value && (kept?.known[key] ?? value)
    try {
      await ask(setPreferenceCall, { key, value: all, ...(adds ? { adds } : {}) })
      // What was set while the answer was under way has still to be told.
      if (db)
        await change(db, now =>
          same(now.known[key] ?? null, all) ? { ...now, untold: now.untold.filter(one => one !== key) } : now,
        )
    } catch {
      // Kept on the device, and told when the app is opened the next time.
    }
  }
}
