import type { Handed, UserDb } from '#src/offline/user-db.ts'
import { hold, type LetGo } from './hold.ts'
import { noteOwnDraft } from './own-draft.ts'
import { dropDraft, newKey, placeOf } from './store.ts'

/** The draft that a form has to itself. */
export type Own = { key: string; letGo: LetGo }

/** Nobody else can have a key that was made just now: whoever is leaving need not wait for it. */
export function begin(place: string): Own {
  const key = newKey(place)
  const held = hold(key)
  return { key, letGo: async () => (await held)?.() }
}

/** Whoever let go of it adds nothing to it any more. */
export const handedWhole = (own: Own | null): Handed | undefined =>
  own ? { key: own.key, at: Number.POSITIVE_INFINITY } : undefined

export async function giveUp(db: UserDb, { key, letGo }: Own): Promise<void> {
  noteOwnDraft(placeOf(key), null)
  await dropDraft(db, key)
  await letGo()
}
