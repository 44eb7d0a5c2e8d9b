import { useQuery, useQueryClient } from '@tanstack/react-query'
import { preferencesCall, setPreferenceCall, withMore } from '#contract/calls/views.ts'
import { same } from '#contract/merge.ts'
import { Problem } from '#contract/problem.ts'
import { isUnreachable } from '#src/offline/api.ts'
import { ask } from '#src/offline/ask.ts'
import { readMeta, type UserDb } from '#src/offline/user-db.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'

export type Preference = Readonly<Record<string, unknown>>
/**
 * As this device knows them, and those that the server has not been told yet; of these, those to whose lists something was
 * added (`adding`).
 */
type Kept = { known: Readonly<Record<string, Preference>>; untold: readonly string[]; adding?: readonly string[] }

const KEY = 'preferences'
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

/** What this person set for themselves, by name. Undefined until the device has been asked. */
export function usePreferences(): Readonly<Record<string, Preference>> | undefined {
  const { db, opened } = useData()
  const kept = useLive(db, KEY, async db => (await readMeta<Kept>(db, KEY)) ?? nothing)
  const told = useQuery({
    queryKey: [KEY],
    queryFn: () => agree(db),
    enabled: opened,
    staleTime: 60_000,
  })
  if (!opened) return undefined
  return db ? kept?.known : (told.data ?? (told.isError ? {} : undefined))
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
