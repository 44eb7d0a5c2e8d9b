import { vi } from 'vitest'

type Writes = 'put' | 'delete'

/** What every write to a store of this name meets from now on, or only so many times, or until what it answers is called. */
export function failing(store: string, method: Writes, error: Error, times = Infinity): () => void {
  let left = times
  watched(method, target => {
    if (target.name !== store || left <= 0) return
    left -= 1
    throw error
  })
  return () => {
    left = 0
  }
}

/** So many transactions are ended by the browser in the middle of their writing to a store, for this reason. */
export function cutOff(store: string, reason: DOMException | null, times = 1): void {
  let left = times
  watched('put', ({ name, transaction }) => {
    if (name !== store || left <= 0) return
    left -= 1
    queueMicrotask(() => {
      Object.assign(transaction, { error: reason })
      transaction.abort()
    })
  })
}

/** Everything that is put from now on: where, and by which transaction. */
export function watchWrites(): { store: string; transaction: IDBTransaction }[] {
  const writes: { store: string; transaction: IDBTransaction }[] = []
  watched('put', ({ name, transaction }) => writes.push({ store: name, transaction }))
  return writes
}

function watched(method: Writes, look: (store: IDBObjectStore) => void): void {
  const usual = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest
  vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
    look(this)
    return usual.apply(this, args)
  } as never)
}
