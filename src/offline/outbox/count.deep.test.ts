import { afterEach, beforeEach, expect, test } from 'vitest'
import { register } from '#contract/register.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { keptRow } from '../kept-files.ts'
import { done } from '../raw-open.ts'
import { openUserDb, userDbName, type UserDb } from '../user-db.ts'
import { countFiles } from './count.ts'
import { countWaitingIn } from './count-away.ts'

let userId = 8_600
let db: UserDb
beforeEach(async () => {
  userId += 1
  db = await openUserDb(userId, register)
})
afterEach(() => db.close())

const photo = {
  module: 'part',
  path: '/part',
  record: null,
  field: 'image',
  name: 'photo.jpg',
  size: 1,
  hash: 'h',
  at: 1,
}
const upload = (id: number, ahead = false) => ({ ...photo, id, mid: crypto.randomUUID(), ahead })
const row = (hash: string, ...uploads: ReturnType<typeof upload>[]) =>
  keptRow({ hash, mime: 'image/jpeg', bytes: new ArrayBuffer(1) }, uploads)

test('the same photo counts as often as it waits for something, and not where the server has it already', async () => {
  await db.blobs.bulkPut([
    row('one', upload(1)),
    row('two', upload(2), upload(3)),
    row('sent', upload(4, true), upload(5, true)),
    row('half', upload(6, true), upload(7)),
  ])
  expect(await countFiles(db)).toBe(4)
})

test('what is sealed counts only where nobody is signed in who could open it', async () => {
  await db.blobs.put(row('one', upload(1)))
  await db.table('blobs').put({ hash: 'sealed-x', sealed: {} })
  await db.table('outbox').add({ sealed: {} })
  expect(await countFiles(db)).toBe(1)
  db.close()
  expect(await countWaitingIn(userDbName(userId))).toBe(3)
})

test('behind an upgrade that an old tab holds up nothing can be counted, and nobody waits for it without an end', async () => {
  const name = userDbName(userId)
  await db.outbox.put(waitingOp({ userId }))
  db.close()
  // As a tab that is frozen: it hears nothing.
  const frozen = await new Promise<IDBDatabase>(resolve => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
  })
  const upgrade = indexedDB.open(name, frozen.version + 10)
  await expect(countWaitingIn(name)).rejects.toThrow('held open')
  frozen.close()
  await done(upgrade)
  upgrade.result.close()
  expect(await countWaitingIn(name)).toBe(1)
})
