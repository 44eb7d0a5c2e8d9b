// IndexedDB without Dexie and without a schema: what every opening of a database needs.

/** Waits for one request. */
export const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

/** Not before then is it so: what every request was told may still be refused as a whole, for want of room. */
export const committed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')))
  })

/** Leaves nothing of what a transaction did. */
export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The browser was faster.
  }
}

/** The database as it is, or null where there is none. Never makes or upgrades one. */
export async function openAsItIs(name: string, patience = 3_000): Promise<IDBDatabase | null> {
  const request = indexedDB.open(name)
  let isNew = false
  let isLate = false
  request.addEventListener('upgradeneeded', () => {
    isNew = true
    request.transaction?.abort()
  })
  request.addEventListener('success', () => {
    if (isLate) request.result.close()
  })
  // Behind a deletion that another tab holds up, an open waits without an end.
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(new Error('The database is held open'))
    }, patience)
  })
  try {
    const db = await Promise.race([done(request), late])
    db.addEventListener('versionchange', () => db.close())
    return db
  } catch (error) {
    if (isNew) return null
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The version of a database that exists, else 0. Dexie's version n is n*10 here, plus one for each store it added. */
export async function nativeVersion(name: string): Promise<number> {
  const known = await Promise.resolve(indexedDB.databases?.()).catch(() => undefined)
  if (known) return known.find(db => db.name === name)?.version ?? 0
  // Old Firefox cannot list databases.
  const db = await openAsItIs(name)
  db?.close()
  return db?.version ?? 0
}
