import { serverNow } from '#src/lib/clock.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { hold, whenLeft } from '../drafts/hold.ts'
import { begin, giveUp, type Own } from '../drafts/own.ts'
import { noteOwnDraft, ownDraft } from '../drafts/own-draft.ts'
import { placeOf } from '../drafts/store.ts'

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
      return inOrder(async () => {
        await others
        const found = await claim(db, place)
        if (found && isWanted()) {
          own = found
          return found.text
        }
        await found?.letGo()
        return null
      })
    },
    /** Answers whether it is kept: a device may be full. */
    keep: async (db: UserDb, text: string): Promise<boolean> =>
      (await inOrder(async () => {
        if (text.trim() !== '') {
          own ??= begin(place)
          await db.drafts.put({ key: own.key, value: text, at: serverNow() })
          noteOwnDraft(place, own.key)
        } else if (own) {
          await giveUp(db, own)
          own = null
        }
        return true
      })) ?? false,
    /** It goes another way; what is kept from now on is another one. */
    take,
    /** It came back, and is that of the box again, unless that has another one by now. */
    putBack: (db: UserDb, gone: Own) =>
      inOrder(async () => {
        if (own === null) own = gone
        else await giveUp(db, gone)
      }),
    /** It is not wanted any more. */
    giveUp: (db: UserDb, gone: Own) => inOrder(() => giveUp(db, gone)),
    /** Whoever comes back may have it. */
    letGo: async (): Promise<void> => (await take())?.letGo(),
  }
}

/** The tab's own, else the last one. */
async function claim(db: UserDb, place: string): Promise<(Own & { text: string }) | null> {
  const rows = await db.drafts.where(':id').startsWith(place).toArray()
  const mine = ownDraft(place)
  const found = rows
    // An earlier build had one for all tabs, under the place alone.
    .filter(({ key }) => key === place || placeOf(key) === place)
    .toSorted((one, other) => Number(other.key === mine) - Number(one.key === mine) || other.at - one.at)
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
