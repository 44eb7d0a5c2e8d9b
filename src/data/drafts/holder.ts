import type { UserDb } from '#src/offline/user-db.ts'
import { noteOwnDraft } from './own-draft.ts'
import { begin, giveUp, type Own } from './own.ts'
import { placeOf } from './store.ts'

/**
 * The draft that a form, or a box for notes, is at work on, once there is one; no other tab writes over it meanwhile. Writes,
 * removals and what is taken come in the order in which they were meant.
 */
export function draftHolder(pause: number) {
  let own: Own | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  /** Null: it came to nothing, as on a full device. */
  const inOrder = <T>(work: () => Promise<T>): Promise<T | null> => {
    const done = queue.then(work).catch(() => null)
    queue = done
    return done
  }
  return {
    inOrder,
    own: () => own,
    goOnWith: (next: Own) => {
      own = next
    },
    /** The first key starts the clock; the next ones do not put it back. */
    keepSoon: (keep: () => Promise<void>) => {
      timer ??= setTimeout(() => void keep(), pause)
    },
    isDue: () => timer !== undefined,
    /** It is kept now, or not at all. */
    stopClock: () => {
      clearTimeout(timer)
      timer = undefined
    },
    /** `write` has what it is given as a key. Answers whether it is kept. */
    keep: async (db: UserDb, place: string, write: (key: string) => Promise<unknown>): Promise<boolean> =>
      (await inOrder(async () => {
        const before = own
        own = before && placeOf(before.key) === place ? before : begin(place)
        await write(own.key)
        noteOwnDraft(place, own.key)
        // What was a new record is one that is there: its draft is found where that one is changed.
        if (before && before !== own) await giveUp(db, before)
        return true
      })) ?? false,
    /** Nothing of it is wanted any more. */
    drop: (db: UserDb) =>
      inOrder(async () => {
        if (own) await giveUp(db, own)
        own = null
      }),
    /** It goes another way; what is kept from now on is another one. */
    take: () =>
      inOrder(async () => {
        const gone = own
        own = null
        return gone
      }),
    /** Whoever comes back may have it. */
    letGo: () =>
      inOrder(async () => {
        await own?.letGo()
        own = null
      }),
  }
}
