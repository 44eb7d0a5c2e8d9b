import { hold } from '#src/data/drafts/hold.ts'
import { noteOwnDraft, ownDraft } from '#src/data/drafts/own-draft.ts'
import type { Own } from '#src/data/drafts/own.ts'
import { newKey, placeOf } from '#src/data/drafts/store.ts'
import { serverNow } from '#src/lib/clock.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { forgetLastWords, type LastWords } from './last-words.ts'

type Note = Own & { text: string }

/** A note that nobody is at work on: the tab's own, else the last one. */
export async function leftNote(db: UserDb, place: string, last: LastWords | null): Promise<Note | null> {
  const rows = await db.drafts.where(':id').startsWith(place).toArray()
  // An earlier build had one for all tabs, under the place alone.
  const drafts = rows.filter(({ key }) => key === place || placeOf(key) === place)
  if (last) return bringBack(db, place, last, drafts)
  const mine = ownDraft(place)
  const found = drafts.toSorted(
    (one, other) => Number(other.key === mine) - Number(one.key === mine) || other.at - one.at,
  )
  for (const { key } of found) {
    const letGo = await hold(key)
    if (!letGo) continue
    // By now it may have been sent.
    const text = (await db.drafts.get(key))?.value
    if (typeof text === 'string') return { key, letGo, text }
    await letGo()
  }
  return null
}

/** This tab went away before the database had its last words. They are one draft, also where the database has them by now. */
async function bringBack(
  db: UserDb,
  place: string,
  { text, key: known }: LastWords,
  drafts: readonly { key: string; value: unknown }[],
): Promise<Note | null> {
  const same = drafts.find(({ key, value }) => key === known || value === text)
  const key = same?.key ?? newKey(place)
  const letGo = await hold(key)
  if (!letGo) return null
  noteOwnDraft(place, key)
  // On a full device the tab goes on having them.
  const put = db.drafts.put({ key, value: text, at: serverNow() })
  await put.then(
    () => forgetLastWords(db, place, text),
    () => undefined,
  )
  return { key, letGo, text }
}
