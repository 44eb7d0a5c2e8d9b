import type { Dexie, Table } from 'dexie'
import { pageStorage } from '#src/lib/page-storage.ts'

// A browser may empty IndexedDB under us, and the next use would quietly make an empty database. The same random word
// lives inside the database and outside of it, so that a missing one inside is noticed.
export const KEY = 'caredesk.canary'

type Canaries = Record<string, string>

const read = (): Canaries => {
  try {
    return JSON.parse(pageStorage()?.getItem(KEY) ?? '{}') as Canaries
  } catch {
    return {}
  }
}

/** The word of this database, as it was opened last in any tab. */
export const wordOf = (name: string): string | undefined => read()[name]

/** When this device found that everything was gone, beside the words; the name of no database. */
const EMPTIED = 'emptied'
/** So long the server is asked what it knew, for everybody who works here. */
const ASKED_FOR = 14 * 86_400_000

/** This device has just found that everything was gone. */
export const noteEmptied = (): void =>
  pageStorage()?.setItem(KEY, JSON.stringify({ ...read(), [EMPTIED]: String(Date.now()) }))

/** So many seconds ago this device found that everything was gone; nothing where that never was, or long ago. */
export function emptiedFor(): number | undefined {
  const ago = Date.now() - Number(read()[EMPTIED] ?? Number.NaN)
  return ago >= 0 && ago < ASKED_FOR ? Math.round(ago / 1_000) : undefined
}

/** Was this database emptied behind our back? Either way both words are equal afterwards. */
export async function checkCanary(db: Dexie): Promise<boolean> {
  if (!pageStorage()) return false
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
