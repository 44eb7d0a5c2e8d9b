import type { UserDb } from '#src/offline/user-db.ts'
import type { Values } from '../check.ts'

/** What somebody typed into a form and did not save. */
export type Draft = {
  /** The fields that differ from what the form started with. */
  values: Values
  /** The record as it was when they began; null for a new one. */
  base: { version: number; fields: Values } | null
  at: number
  /** An older one that waits to be looked at. */
  older?: Draft | undefined
}
type Kept = Omit<Draft, 'at'>

/** So long is a draft worth something to somebody. */
const OLD = 30 * 86_400_000

export async function readDraft(db: UserDb, key: string): Promise<Draft | null> {
  const row = await db.drafts.get(key)
  return row ? { ...(row.value as Kept), at: row.at } : null
}

/** Kept until it is saved or given up; sealed when the person leaves. */
export async function writeDraft(db: UserDb, key: string, { at, ...value }: Draft): Promise<void> {
  await db.drafts.put({ key, value, at })
}

export const dropDraft = (db: UserDb, key: string): Promise<void> => db.drafts.delete(key)

const pruned = new WeakSet<UserDb>()

/** Once for every time that the app is opened: what nobody came back to for a month goes. What is sealed stays. */
export async function pruneDrafts(db: UserDb, now = Date.now()): Promise<void> {
  if (pruned.has(db)) return
  pruned.add(db)
  await db.drafts.filter(({ at }) => typeof at === 'number' && at < now - OLD).delete()
}
