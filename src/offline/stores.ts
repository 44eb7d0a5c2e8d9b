import type { Dexie } from 'dexie'

export type Key = string | number
type IndexKey = Key | readonly Key[]

/** What a step reads and writes, within one transaction. */
export type Stores = {
  get: <T>(store: string, keys: readonly Key[]) => Promise<(T | undefined)[]>
  /** By an index, from one key to another, both of them too. */
  find: <T>(store: string, index: string, from: IndexKey, to: IndexKey) => Promise<T[]>
  put: (store: string, rows: readonly unknown[]) => Promise<unknown>
  delete: (store: string, keys: readonly Key[]) => Promise<unknown>
}

/** In the transaction of Dexie's that is under way. */
export const dexieStores = (db: Dexie): Stores => ({
  // What is not asked need not be within the transaction.
  get: async (store, keys) => (keys.length === 0 ? [] : db.table(store).bulkGet([...keys])),
  find: async (store, index, from, to) => db.table(store).where(index).between(from, to, true, true).toArray(),
  put: async (store, rows) => db.table(store).bulkPut([...rows]),
  delete: async (store, keys) => db.table(store).bulkDelete([...keys]),
})
