import { Dexie, RangeSet, type ObservabilitySet } from 'dexie'
import { nextTask } from './live-query.ts'
import { abort, committed, done } from './raw-open.ts'
import type { Key, Stores } from './stores.ts'

/** A strict transaction without Dexie. Null where the browser will not begin one: Dexie may know how to get it back. */
export function bareTransaction(db: Dexie, names: readonly string[]): IDBTransaction | null {
  try {
    return db.backendDB().transaction([...names], 'readwrite', { durability: 'strict' })
  } catch {
    return null
  }
}

/**
 * Work in such a transaction, for the one step that a person waits for: what Dexie does around each request takes longer
 * than all else in it. Live queries hear of it as of any other. Nothing is kept where it throws.
 */
export async function inBareTransaction<R>(
  db: Dexie,
  transaction: IDBTransaction,
  work: (stores: Stores) => Promise<R>,
): Promise<R> {
  const written = new Map<string, Key[]>()
  const kept = committed(transaction)
  kept.catch(() => undefined) // work that fails says it first
  let result: R
  try {
    result = await work(bareStores(db, transaction, written))
    commit(transaction)
    await kept
  } catch (error) {
    // Where the whole is refused, each request says only that it was.
    const reason = transaction.error ?? error
    abort(transaction)
    throw reason
  }
  // It is kept, whoever can hear of it.
  tellQueries(db, written).catch(() => undefined)
  return result
}

/** What is written is read by nobody: not even the browser waits for a word about each of it. */
function commit(transaction: IDBTransaction): void {
  try {
    transaction.commit()
  } catch {
    // It does so by itself, a little later.
  }
}

/** Writing waits for nothing: what is refused leaves nothing of the whole. */
function bareStores(db: Dexie, transaction: IDBTransaction, written: Map<string, Key[]>): Stores {
  const inStore = (name: string) => transaction.objectStore(name)
  const note = (name: string, keys: readonly Key[]) => written.set(name, [...(written.get(name) ?? []), ...keys])
  return {
    async get<T>(store: string, keys: readonly Key[]) {
      const requests = keys.map((key): IDBRequest<T | undefined> => inStore(store).get(key))
      // They are answered in turn: who hears of the last need not be told of each.
      const last = requests.at(-1)
      if (last) await done(last)
      return requests.map(({ result }) => result)
    },
    find: async (store, index, from, to) => done(inStore(store).index(index).getAll(IDBKeyRange.bound(from, to))),
    put: async (store, rows) => {
      for (const row of rows) inStore(store).put(row)
      const keyOf = db.table<unknown, Key>(store).schema.primKey.keyPath as string
      note(
        store,
        rows.map(row => (row as Record<string, Key>)[keyOf]!),
      )
    },
    delete: async (store, keys) => {
      for (const key of keys) inStore(store).delete(key)
      note(store, keys)
    },
  }
}

/**
 * Lets the queries of every tab hear of what was written without Dexie, named by store and key: those of these keys, and all
 * that go by an index. Whoever wrote goes on first.
 */
async function tellQueries(db: Dexie, written: ReadonlyMap<string, readonly Key[]>): Promise<void> {
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
