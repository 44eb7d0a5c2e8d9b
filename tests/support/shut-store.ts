import { vi } from 'vitest'
import { register } from '#contract/register.ts'
import { nativeVersion } from '#src/offline/raw-open.ts'
import { openUserDb, userDbName, type UserDb } from '#src/offline/user-db.ts'
import { waitingOp } from './outbox.ts'

/** So many changes of this person wait on this device. */
export async function plantWaiting(userId: number, count: number, more?: (db: UserDb) => Promise<unknown>) {
  const db = await openUserDb(userId, register)
  const ops = Array.from({ length: count }, (_, at) =>
    waitingOp({ userId, seq: at + 1, id: at + 1, lane: `source:${at + 1}`, nextAt: Date.now() + 250_000 }),
  )
  await db.outbox.bulkPut(ops)
  await more?.(db)
  db.close()
}

/** A newer build has written the store: this one does not open it. */
export async function writtenByNewer(userId: number): Promise<void> {
  const name = userDbName(userId)
  const version = (await nativeVersion(name)) + 100
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.addEventListener('success', () => resolve(request.result.close()))
    request.addEventListener('error', () => reject(request.error!))
  })
}

/** The browser does not open this person's store, as Safari when it has lost its database server. Answers how it does again. */
export function doesNotOpen(userId: number): () => void {
  const usual = IDBFactory.prototype.open
  const spy = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
    if (args[0] === userDbName(userId))
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    return usual.apply(this, args)
  })
  return () => spy.mockRestore()
}
