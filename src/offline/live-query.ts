import { liveQuery, type Dexie, type Subscription } from 'dexie'

export const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))

/** A reading that failed, as browsers let them now and then, is tried again after this, in ms. */
const AGAIN = 1_000

/**
 * What the device holds, read at once and again after every change in any tab. Dexie asks anew before whoever wrote hears
 * that it is kept: here they go on first. Ends where the database was closed: whoever opens it again hands out a new one.
 */
export function watchQuery<T>(db: Dexie, query: () => PromiseLike<T>, next: (value: T) => void): () => void {
  let isFirst = true
  const answers = liveQuery(async () => {
    if (!isFirst) await nextTask()
    isFirst = false
    return query()
  })
  let again: ReturnType<typeof setTimeout> | undefined
  const error = () => {
    if (db.isOpen()) again = setTimeout(watch, AGAIN)
  }
  let source: Subscription
  function watch() {
    source = answers.subscribe({ next, error })
  }
  watch()
  return () => {
    clearTimeout(again)
    source.unsubscribe()
  }
}
