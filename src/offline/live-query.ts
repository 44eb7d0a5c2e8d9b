import { Dexie, liveQuery, RangeSet, type IndexableType, type Observable, type ObservabilitySet } from 'dexie'

const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))

/**
 * What the device holds, read at once and again after every change in any tab. Dexie asks anew before whoever wrote hears
 * that it is kept: here they go on first.
 */
export function watchQuery<T>(query: () => PromiseLike<T>): Observable<T> {
  let isFirst = true
  return liveQuery(async () => {
    if (!isFirst) await nextTask()
    isFirst = false
    return query()
  })
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
