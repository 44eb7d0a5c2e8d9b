import { Dexie, liveQuery, RangeSet, type IndexableType, type ObservabilitySet, type Subscription } from 'dexie'

const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))

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

/**
 * Lets the queries of every tab hear of what was written without Dexie, named by store and key: those of these keys, and all
 * that go by an index. Whoever wrote goes on first.
 */
export async function tellQueries(db: Dexie, written: ReadonlyMap<string, readonly IndexableType[]>): Promise<void> {
  await nextTask()
  const parts: ObservabilitySet = {}
  for (const [name, keys] of written) {
    const part = `idb://${db.name}/${name}/`
    for (const own of ['', ':dels']) parts[part + own] = new RangeSet().addKeys([...keys])
    for (const { name: index } of db.table(name).schema.indexes)
      parts[part + index] = new RangeSet(Dexie.minKey, Dexie.maxKey)
  }
  Dexie.on.storagemutated.fire(parts)
}
