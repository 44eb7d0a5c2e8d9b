import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { PushResult } from '#contract/calls/push.ts'
import { register } from '#contract/register.ts'
import { pullOnce } from '../../tests/support/pull-once.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { leasedIds } from './ids.ts'
import { metaIn } from './keep-meta.ts'
import type { Outbox } from './outbox/outbox.ts'
import { outboxIn } from './outbox/store.ts'
import { sendWish, type Sender } from './push.ts'
import type { Wish } from './queue.ts'
import { openUserDb, type UserDb } from './user-db.ts'

let server: SyncDouble
let db: UserDb
let sender: Sender
let userId = 400
const deviceId = crypto.randomUUID()

beforeEach(async () => {
  server = syncDouble()
  userId += 1
  db = await openUserDb(userId, register)
  sender = senderOf(db)
  await pullOnce(db, register, deviceId)
  await sender.ids.refill()
})

const senderOf = (db: UserDb): Sender => {
  const meta = metaIn(db)
  return {
    db,
    register,
    deviceId,
    ids: leasedIds(meta, deviceId),
    outbox: async () => null,
    meta,
    onChanged: vi.fn(),
    onWritten: vi.fn(),
  }
}
const create = (label: string): Wish => ({ op: 'source.create', opV: 1, id: null, base: null, args: { label } })
const answered = (result: Partial<PushResult>) =>
  server.fetch.mockImplementationOnce(async request => {
    const { ops } = (await request.json()) as { ops: { mid: string }[] }
    const results = [{ mid: ops[0]!.mid, ...result }]
    return Response.json({ epoch: server.state.epoch, serverTime: new Date().toISOString(), results })
  })
const pushed = () =>
  server.state.pushes.map(push => push.ops[0] as { mid: string; id: number; queueSeq: number; lane: string })

test('a saved record is on the device at once, with the number that was leased for it', async () => {
  const outcome = await sendWish(sender, create('Radio'))
  expect(outcome).toMatchObject({ state: 'saved', row: { label: 'Radio' } })
  const [op] = pushed()
  expect((await db.lists.get(op!.id))?.row?.label).toBe('Radio')
  expect(op).toMatchObject({ queueSeq: 1, lane: `source:${op!.id}` })
  expect(sender.onChanged).toHaveBeenCalledWith(['source'])
})

test('what is said to a server that was restored meanwhile is said once more to the one of now', async () => {
  const before = server.state.epoch
  server.state.epoch = crypto.randomUUID()
  expect(await sendWish(sender, create('Radio'))).toMatchObject({ state: 'saved', row: { label: 'Radio' } })
  expect(server.state.pushes.map(({ epoch }) => epoch)).toEqual([before, server.state.epoch])
  expect(server.rows.size).toBe(1)
})

test('what was done before of the same record goes to a restored server first', async () => {
  server.state.epoch = crypto.randomUUID()
  const isWaiting = vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true)
  const outbox = { store: outboxIn(db, register), sendNow: vi.fn(), isWaiting } as unknown as Outbox
  sender = { ...sender, outbox: async () => outbox }
  const found = { op: 'bank.change', opV: 1, id: 5, base: { version: 1, fields: { name: 'A' } }, args: { name: 'B' } }
  expect(await sendWish(sender, found)).toMatchObject({ state: 'refused', code: 'unsent-first' })
  expect(server.state.pushes).toHaveLength(1)
  expect(outbox.sendNow).toHaveBeenCalledOnce()
})

test('an answer that was lost does not double the effect when the person saves again', async () => {
  server.state.network = 'lose'
  expect(await sendWish(sender, create('Radio'))).toMatchObject({ state: 'refused', code: 'unreachable' })
  server.state.network = 'up'
  expect(await sendWish(sender, create('Radio'))).toMatchObject({ state: 'saved', row: { label: 'Radio' } })
  const [first, second] = pushed()
  expect(second).toEqual(first)
  expect(server.rows.size).toBe(1)
})

test('neither does saving again in another tab, nor after a request that never arrived', async () => {
  server.state.network = 'refuse'
  expect(await sendWish(sender, create('Radio'))).toMatchObject({ code: 'unreachable' })
  server.state.network = 'lose'
  const other = await openUserDb(userId, register)
  expect(await sendWish(senderOf(other), create('Radio'))).toMatchObject({ code: 'unreachable' })
  server.state.network = 'up'
  expect(await sendWish(sender, create('Radio'))).toMatchObject({ state: 'saved' })
  expect(server.rows.size).toBe(1)
  other.close()
})

test('the button pressed twice at once is one record', async () => {
  const outcomes = await Promise.all([sendWish(sender, create('Radio')), sendWish(sender, create('Radio'))])
  expect(outcomes.map(outcome => outcome.state)).toEqual(['saved', 'saved'])
  expect(server.rows.size).toBe(1)
})

test('saved twice on purpose is two records, and other content is another wish', async () => {
  await sendWish(sender, create('Radio'))
  await sendWish(sender, create('Radio'))
  server.state.network = 'refuse'
  await sendWish(sender, create('Press'))
  server.state.network = 'up'
  await sendWish(sender, create('Press release'))
  expect(new Set(pushed().map(op => op.mid)).size).toBe(3)
  expect([...server.rows.values()].map(({ row }) => row.label)).toEqual(['Radio', 'Radio', 'Press release'])
})

test('places in the queue go up over all tabs, and the settled ones are reported', async () => {
  const other = await openUserDb(userId, register)
  await sendWish(sender, create('A'))
  await sendWish(senderOf(other), create('B'))
  server.state.network = 'lose'
  await sendWish(sender, create('C'))
  server.state.network = 'up'
  await sendWish(sender, create('D'))
  expect(pushed().map(op => op.queueSeq)).toEqual([1, 2, 3, 4])
  expect(server.state.pushes.map(push => push.acknowledged)).toEqual([0, 1, 2, 2])
  expect(new Set(server.state.pushes.map(push => push.queueId)).size).toBe(1)
  other.close()
})

test('a refusal keeps its code, words and fields', async () => {
  answered({ status: 'rejected', code: 'not_now', message: 'Not in this stage', fields: { label: 'Taken' } })
  expect(await sendWish(sender, create('A'))).toEqual({
    state: 'refused',
    code: 'not-now',
    message: 'Not in this stage',
    fields: { label: 'Taken' },
  })
})

test('a conflict brings the record as it is now, also onto the device', async () => {
  const row = server.write('source', 7, { label: 'Theirs' })
  answered({ status: 'conflict', row, version: row.version, asks: ['label'] })
  const wish: Wish = {
    op: 'source.change',
    opV: 1,
    id: 7,
    base: { version: 1, fields: { label: 'Base' } },
    args: { label: 'Mine' },
  }
  expect(await sendWish(sender, wish)).toEqual({ state: 'conflict', row, asks: ['label'] })
  expect((await db.lists.get(7))?.row?.label).toBe('Theirs')
})

test.each(['retry', 'blocked', 'out_of_order'] as const)('"%s" asks to save again, as the same wish', async status => {
  answered({ status })
  expect(await sendWish(sender, create('A'))).toMatchObject({ state: 'refused', code: 'busy' })
  await sendWish(sender, create('A'))
  expect(pushed()[0]!.queueSeq).toBe(1)
})

test('what the envelope met is told, and the wish stays the same', async () => {
  server.state.status = 503
  expect(await sendWish(sender, create('A'))).toMatchObject({ state: 'refused', code: 'busy' })
  server.state.status = 500
  expect(await sendWish(sender, create('A'))).toMatchObject({ state: 'refused', code: 'broken', message: 'No' })
  server.state.status = 200
  expect(await sendWish(sender, create('A'))).toMatchObject({ state: 'saved' })
  expect(pushed()[0]!.queueSeq).toBe(1)
})

test('an answer that lost its row asks for the record', async () => {
  answered({ status: 'replayed' })
  server.fetch.mockImplementationOnce(async request => {
    expect(request.url).toMatch(/\/api\/list\/source\/\d+$/)
    return Response.json({ id: 9, version: 3, label: 'A' })
  })
  expect(await sendWish(sender, create('A'))).toEqual({ state: 'saved', row: { id: 9, version: 3, label: 'A' } })
})

test('without numbers and without a server, adding is refused plainly', async () => {
  await db.meta.delete('ids')
  server.state.network = 'refuse'
  expect(await sendWish(sender, create('A'))).toMatchObject({ state: 'refused', code: 'no-ids' })
})

test('a closed store is a refusal, not a crash', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => error.mockRestore())
  db.close({ disableAutoOpen: true })
  expect(await sendWish(sender, create('A'))).toMatchObject({ state: 'refused', code: 'no-storage' })
  expect(error).toHaveBeenCalled()
})
