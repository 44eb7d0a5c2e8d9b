// IndexedDB without Dexie and without a schema, for what must work on a database of any build: clearing, sealing and
// deleting, and for reading what the app itself cannot open.
import { pack } from './pack.ts'
import { abort, committed, done, openAsItIs } from './raw-open.ts'
import { isSealed, sealedKey, sealRow, type SealedRow } from './seal.ts'

/** Rows per store. Null: there is no such database. */
export async function countRows(name: string): Promise<Record<string, number> | null> {
  const db = await openAsItIs(name)
  if (!db) return null
  try {
    const stores = [...db.objectStoreNames]
    if (stores.length === 0) return {}
    const tx = db.transaction(stores)
    const counts = await Promise.all(
      stores.map(async store => [store, await done(tx.objectStore(store).count())] as const),
    )
    return Object.fromEntries(counts)
  } finally {
    db.close()
  }
}

/** Every row of these stores as it is; a store that cannot be read, or is not there, is left out. Null: no such database. */
export async function readStores(name: string, wanted: readonly string[]): Promise<Record<string, unknown[]> | null> {
  const db = await openAsItIs(name)
  if (!db) return null
  try {
    const rows: Record<string, unknown[]> = {}
    for (const store of wanted) {
      if (!db.objectStoreNames.contains(store)) continue
      // One that is damaged must not hide the others.
      const found: unknown[] | null = await done(db.transaction(store).objectStore(store).getAll()).catch(() => null)
      if (found) rows[store] = found
    }
    return rows
  } finally {
    db.close()
  }
}

/** Empties every store but those to keep. Other tabs' open handles do not stand in the way. */
export async function clearStores(name: string, keep: readonly string[]): Promise<void> {
  const db = await openAsItIs(name)
  if (!db) return
  try {
    const stores = [...db.objectStoreNames].filter(store => !keep.includes(store))
    if (stores.length === 0) return
    const tx = db.transaction(stores, 'readwrite')
    const kept = committed(tx)
    for (const store of stores) tx.objectStore(store).clear()
    await kept
  } finally {
    db.close()
  }
}

/** Deletes the rows of a store that nobody waits for any more; which these are follows from all of them. */
export async function dropRows(
  name: string,
  store: string,
  overAmong: (rows: readonly unknown[]) => (row: object) => boolean,
): Promise<void> {
  const db = await openAsItIs(name)
  if (!db) return
  try {
    if (!db.objectStoreNames.contains(store)) return
    const target = db.transaction(store, 'readwrite').objectStore(store)
    const [rows, keys] = await Promise.all([done(target.getAll()) as Promise<object[]>, done(target.getAllKeys())])
    const isOver = overAmong(rows)
    await Promise.all(rows.flatMap((row, at) => (isOver(row) ? [done(target.delete(keys[at]!))] : [])))
  } finally {
    db.close()
  }
}

/** Puts one row into a store in the place of some of another, in one step: what it holds of them is never in both, nor in none. */
export async function moveRows(
  name: string,
  { from, keys, to, row }: { from: string; keys: readonly IDBValidKey[]; to: string; row: unknown },
): Promise<void> {
  const db = await openAsItIs(name)
  if (!db) return
  try {
    const transaction = db.transaction([from, to], 'readwrite')
    const kept = committed(transaction)
    transaction.objectStore(to).put(row)
    for (const key of keys) transaction.objectStore(from).delete(key)
    await kept
  } finally {
    db.close()
  }
}

/** Puts what is answered in the place of a row of a store; one that nothing is answered for stays as it is. */
export async function changeRows(name: string, store: string, better: (row: unknown) => unknown): Promise<void> {
  const db = await openAsItIs(name)
  if (!db) return
  try {
    if (!db.objectStoreNames.contains(store)) return
    const transaction = db.transaction(store, 'readwrite')
    const kept = committed(transaction)
    kept.catch(() => undefined) // a request that fails says it first
    const target = transaction.objectStore(store)
    for (const row of (await done(target.getAll())) as unknown[]) {
      const changed = better(row)
      if (changed !== undefined) target.put(changed)
    }
    await kept
  } finally {
    db.close()
  }
}

/** How often a row that changes while it is sealed is sealed again. */
const ROUNDS = 5

/** Puts ciphertext in the place of every row of these stores, in their order. Answers how many could not be sealed. */
export async function sealStores(name: string, wanted: readonly string[], key: CryptoKey): Promise<number> {
  const db = await openAsItIs(name)
  if (!db) return 0
  try {
    let left = 0
    for (const store of wanted)
      // One that is damaged must not keep the others open.
      if (db.objectStoreNames.contains(store)) left += await sealStore(db, store, key).catch(() => 1)
    return left
  } finally {
    db.close()
  }
}

/** One row after the other: all photos and videos of a day at once need more memory, and more room, than there may be. */
async function sealStore(db: IDBDatabase, store: string, key: CryptoKey): Promise<number> {
  let left = 0
  for (const at of await done(db.transaction(store).objectStore(store).getAllKeys()))
    if (!(await sealAt(db, store, at, key).catch(() => false))) left += 1
  return left
}

/** False: it was written time and again meanwhile. */
async function sealAt(db: IDBDatabase, store: string, at: IDBValidKey, key: CryptoKey): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const row: unknown = await done(db.transaction(store).objectStore(store).get(at))
    if (row === undefined || isSealed(row)) return true
    // A transaction does not wait for cryptography: it is sealed first and then put in its place.
    const sealed = await sealRow(key, store, row)
    if (await putSealed(db, store, { at, before: pack(row), sealed })) return true
  }
  return false
}

type Sealing = { at: IDBValidKey; before: Uint8Array; sealed: SealedRow['sealed'] }

/** False where another tab has written the row meanwhile. */
async function putSealed(db: IDBDatabase, store: string, { at, before, sealed }: Sealing): Promise<boolean> {
  const transaction = db.transaction(store, 'readwrite')
  const target = transaction.objectStore(store)
  const kept = committed(transaction)
  kept.catch(() => undefined) // a request that fails says it first
  try {
    const now: unknown = await done(target.get(at))
    if (now === undefined || !isSame(before, pack(now))) return false
    const hidden = sealedKey(at)
    await done(target.put({ [target.keyPath as string]: hidden, sealed }))
    if (hidden !== at) target.delete(at)
    await kept
    return true
  } catch (error) {
    // Both or neither: the next try finds the row as it was.
    abort(transaction)
    throw error
  }
}

const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at])

/** Deletes the database; false where another tab still holds it open after the patience is over. */
export async function deleteDatabase(name: string, patience: number): Promise<boolean> {
  const request = indexedDB.deleteDatabase(name)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>(resolve => (timer = setTimeout(() => resolve(false), patience)))
  const gone = done(request).then(
    () => true,
    () => false,
  )
  const result = await Promise.race([gone, late])
  clearTimeout(timer)
  return result
}
