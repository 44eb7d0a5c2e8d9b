import { afterEach, beforeEach, expect, test } from 'vitest'
import { register } from '#contract/register.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { readHolds } from './kept-files.ts'
import type { OutboxOp } from './outbox/op.ts'
import { closeUserDb, openUserDb, type UserDb } from './user-db.ts'

let userId = 7_600
let db: UserDb
beforeEach(async () => {
  db = await openUserDb((userId += 1), register)
})
afterEach(() => closeUserDb(db))

const PHOTO = 400_001
const put = (seq: number, id: number, op: string, changes: Partial<OutboxOp> = {}) =>
  db.outbox.add({
    ...waitingOp({ op, id, lane: `product:${id}`, args: { image: [PHOTO] }, userId }),
    seq,
    mid: crypto.randomUUID(),
    ...changes,
  })
const holdOfPhoto = async () => (await readHolds(db))({ id: PHOTO, module: 'product', record: null })
const done = { state: 'done', open: 0 } as const

test('a photo that a record holds is sent, though a copy of the record, or a later change, waits and names it too', async () => {
  await put(1, 5, 'product.create')
  expect(await holdOfPhoto()).toBe('change')
  await db.outbox.update(1, done)
  await put(2, 6, 'product.create')
  expect(await holdOfPhoto()).toBe(null)
  await put(3, 5, 'product.change', { state: 'rejected' })
  expect(await holdOfPhoto()).toBe(null)
})

test('what hangs on a record that is not made yet waits for it, whatever else was done', async () => {
  await put(1, 5, 'product.create')
  const hold = (await readHolds(db))({ id: PHOTO, module: 'product', record: 5 })
  expect(hold).toBe('record')
})
