import { serverNow } from '#src/lib/clock.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { hold, whenLeft } from '#src/data/drafts/hold.ts'
import { begin, giveUp, type Own } from '#src/data/drafts/own.ts'
import { noteOwnDraft, ownDraft } from '#src/data/drafts/own-draft.ts'
import { newKey, placeOf } from '#src/data/drafts/store.ts'
import { forgetLastWords, lastWords, noteLastWords, type LastWords } from './last-words.ts'

/**
 * The draft of one box for notes: as of every form a key of its own, held as long as the box works on it, so that no other tab
 * writes over it or takes it along. All of it comes in the order in which it was meant.
 */
export function ownNote(place: string) {
  let own: Own | null = null
  let queue: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(work: () => Promise<T>): Promise<T | null> => {
    const done = queue.then(work).catch(() => null)
    queue = done
    return done
  }
  const take = () =>
    inOrder(async () => {
      const gone = own
      own = null
      return gone
    })
  return {
    /** Answers the text that nobody is at work on, as long as it is wanted. */
    bring(db: UserDb, isWanted: () => boolean): Promise<string | null> {
      // Asked here: in its turn it could wait for this very box to be left.
      const others = whenLeft()
      // Of the page before this one: what this box writes from now on is its own.
      const last = lastWords(db, place)
      return inOrder(async () => {
        await others
        const found = await claim(db, place, last)
        if (found && isWanted()) {
          own = found
          return found.text
        }
        await found?.letGo()
        return null
      })
    },
    /** Answers whether it is kept: a device may be full. A page that goes away before it is finds it when it is back. */
    async keep(db: UserDb, text: string): Promise<boolean> {
      const isEmpty = text.trim() === ''
      if (!isEmpty) noteLastWords(db, place, { text, key: own?.key ?? null })
      const isKept = await inOrder(async () => {
        if (!isEmpty) {
          own ??= begin(place)
          await db.drafts.put({ key: own.key, value: text, at: serverNow() })
          noteOwnDraft(place, own.key)
          forgetLastWords(db, place, text)
        } else if (own) {
          await giveUp(db, own)
          own = null
        }
        return true
      })
      return isKept ?? false
    },
    /** It goes another way; what is kept from now on is another one. */
    take,
    /** It came back, and is that of the box again, unless that has another one by now. */
    putBack: (db: UserDb, gone: Own) =>
      inOrder(async () => {
        if (own === null) own = gone
        else await giveUp(db, gone)
      }),
    /** It is not wanted any more: this text was sent. */
    giveUp(db: UserDb, gone: Own, sent: string) {
      forgetLastWords(db, place, sent)
      return inOrder(() => giveUp(db, gone))
    },
    /** Whoever comes back may have it. */
    letGo: async (): Promise<void> => (await take())?.letGo(),
  }
}

/** The tab's own, else the last one. */
async function claim(db: UserDb, place: string, last: LastWords | null): Promise<(Own & { text: string }) | null> {
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
): Promise<(Own & { text: string }) | null> {
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
