import { wordOf } from './canary.ts'
import { holdInMemory } from './in-memory.ts'
import { keepAgain } from './kept-files.ts'
import type { Sender } from './push.ts'
import { withRoom } from './storage.ts'
import { isOnlyHere, uploadOf, type UploadItem } from './upload-item.ts'
import type { Refusal } from './upload.ts'
import { leaveLay, leaveUnkept, takeLay, takeLeft, watchUnkept } from './unkept-files.ts'
import type { UserDb } from './user-db.ts'

/** Said of a file that lay in a store which the browser has emptied. */
const emptied = { code: 'store-emptied', message: '' }

const waiting = (item: UploadItem): UploadItem => (item.state === 'sending' ? { ...item, state: 'waiting' } : item)

/**
 * What becomes of a page's files when the browser takes the store away under it: whoever opens it anew in this page goes on
 * with them. `add` takes such files up.
 */
export function leftFiles({ db, register }: Sender, add: (items: readonly UploadItem[]) => void) {
  const word = db ? wordOf(db.name) : undefined
  let isOver = false

  /** What only the page had is kept now, if there is room: the watch of the store then finds it there. */
  async function take(): Promise<void> {
    const letGo = holdInMemory()
    for (const item of (takeLeft(db?.name) as UploadItem[]).map(waiting)) {
      const { state, problem } = item
      if (db && (await keptAgain(db, item, state === 'refused' ? problem : null))) continue
      if (isOver) leave([item])
      else add([item])
    }
    letGo()
  }
  // One that was just being added as its store went is left a moment later.
  const stopTaking = db ? watchUnkept(() => void take()) : () => undefined

  /**
   * What lay in the store comes from there. Where the browser has emptied that, this page has the last of it, and nobody knows
   * whether another tab had sent it, or its person had given it up: it is kept again, and goes when its person says so.
   */
  async function keepWhatLay(db: UserDb): Promise<void> {
    const now = wordOf(db.name)
    const isEmptied = (word: string | undefined) => word !== undefined && now !== undefined && word !== now
    const letGo = holdInMemory()
    for (const { word, items } of takeLay(db.name))
      for (const item of isEmptied(word) ? (items as readonly UploadItem[]) : [])
        if (!(await keptAgain(db, item, emptied)))
          if (isOver) leaveLay(db.name, { word, items: [item] })
          else add([{ ...item, state: 'refused', sent: 0, problem: emptied, kept: false, hold: null }])
    letGo()
  }
  const keptAgain = (db: UserDb, item: UploadItem, refused: Refusal | null): Promise<boolean> =>
    withRoom({ db, register }, () =>
      keepAgain(db, { ...uploadOf(item), ...(refused && { refused }) }, item.bytes),
    ).then(
      () => true,
      () => false,
    )
  void take()
  if (db) void keepWhatLay(db)

  function leave(items: readonly UploadItem[]): void {
    if (!db) return
    leaveUnkept(db.name, items.filter(isOnlyHere))
    leaveLay(db.name, { word, items: items.filter(({ kept, state }) => kept && state !== 'done') })
  }
  return {
    /** The store is gone, and this is what the page has. */
    end(items: readonly UploadItem[]): void {
      isOver = true
      stopTaking()
      leave(items)
    },
    leave,
  }
}
