import { liveQuery, type Observable } from 'dexie'

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
