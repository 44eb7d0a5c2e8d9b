// @vitest-environment jsdom
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PUSH_LIMIT, type PushInput, type PushResult } from '#contract/calls/push.ts'
import { OP_VERSION } from '#contract/intent.ts'
import { register } from '#contract/register.ts'
import type { Row } from '#contract/module.ts'
import { deviceSession } from '../../../tests/support/device-session.ts'
import { cutOff, failing, watchWrites } from '../../../tests/support/faulty-stores.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { itemRow } from '../../../tests/support/sync-double.ts'
import { unreachable } from '../api.ts'
import { markConnection } from '../connection.ts'
import { writeSession } from '../device.ts'
import { IDS } from '../ids.ts'
import { watchQuery } from '../live-query.ts'
import { localLocks } from '../locks.ts'
import { closeUserDb, openUserDb, type UserDb } from '../user-db.ts'
import { enqueue } from './machine.ts'
import { openOutbox, type Outbox } from './outbox.ts'

const ask = vi.hoisted(() => vi.fn())
vi.mock('../ask.ts', () => ({ ask }))
const askToPersist = vi.hoisted(() => vi.fn())
vi.mock('../storage.ts', async original => ({ ...(await original<object>()), askToPersist }))

const epoch = crypto.randomUUID()
let userId = 8_800
let nextId: number
let db: UserDb
let outbox: Outbox
let asked: PushInput[]
let told: string[][]

beforeEach(async () => {
  userId += 1
  nextId = 100
  asked = []
  told = []
  askToPersist.mockClear()
  markConnection({ online: true, slow: false })
  db = await openUserDb(userId, register)
  await writeSession(deviceSession(userId))
  await db.meta.put({ key: 'cursor', value: { epoch, seq: 1, groups: { hash: 'h', names: [] }, g: 0, syncedAt: '' } })
  await db.lists.put({ id: 1, t: 'source', v: 1, g: 0, on: 1, row: itemRow(1, 'Theirs') })
  answer({ status: 'applied' })
  outbox = openOutbox({
    db,
    register,
    userId,
    deviceId: crypto.randomUUID(),
    ids: { nextId: async () => nextId++, refill: async () => undefined, renew: async () => undefined },
    locks: localLocks(),
    onWritten: () => undefined,
    onChanged: modules => void told.push(modules),
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  outbox.stop()
  // The last look at what waits may still be under way.
  await new Promise(resolve => setTimeout(resolve, 5))
  closeUserDb(db)
})

const answerTo = (input: PushInput, result: Omit<PushResult, 'mid'>) => {
  asked.push(input)
  const results = input.ops.map(op =>
    'cancel' in op
      ? { mid: op.cancel, status: 'cancelled' }
      : {
          mid: op.mid,
          ...(result.status === 'applied' && { row: { ...itemRow(op.id, 'x'), ...op.args, version: 2 } }),
          ...result,
        },
  )
  return { epoch, seq: 1, serverTime: new Date().toISOString(), results }
}
const answer = (result: Omit<PushResult, 'mid'>) =>
  ask.mockImplementation((_, input: PushInput) => Promise.resolve(answerTo(input, result)))
const noServer = () => ask.mockImplementation(() => Promise.reject(unreachable(new Error('away'))))
const change = (label: string) => ({
  op: 'source.change',
  opV: 1,
  id: 1,
  args: { label },
  base: { version: 1, fields: { label: 'Theirs' } },
})
const create = (label: string) => ({ op: 'source.create', opV: 1, id: null, args: { label }, base: null })
const kept = async () => (await db.lists.get(1))!
/** Waits, and lets no time of the product pass. */
const until = async (isSo: () => boolean) => {
  for (let n = 0; n < 5_000 && !isSo(); n += 1) await new Promise(resolve => setImmediate(resolve))
  expect(isSo()).toBe(true)
}
const states = async () => (await db.outbox.toArray()).map(({ state }) => state)

test('what the server takes at once is saved, with its row', async () => {
  expect(await outbox.wish(change('Mine'))).toMatchObject({ state: 'saved', row: { label: 'Mine', version: 2 } })
  expect(await states()).toEqual(['done'])
  expect(await kept()).toMatchObject({ v: 2, row: { label: 'Mine' } })
  expect(await kept()).not.toHaveProperty('base')
})

test.each([
  [{ status: 'applied' }, { state: 'saved', row: { label: 'Mine' } }],
  [
    { status: 'rejected', code: 'invalid', message: 'Not so' },
    { state: 'refused', message: 'Not so' },
  ],
] as const)(
  'whoever waits for what has to be said once more, in another queue, hears %o of that',
  async (then, heard) => {
    ask.mockImplementationOnce(async (_, input: PushInput) =>
      answerTo(input, { status: 'rejected', code: 'expired_unknown', message: 'Too old' }),
    )
    ask.mockImplementation(async (_, input: PushInput) => answerTo(input, then))
    expect(await outbox.wish(change('Mine'))).toMatchObject(heard)
    expect(new Set(asked.slice(0, 2).map(({ queueId }) => queueId)).size).toBe(2)
    expect(await states()).not.toContain('rejected')
  },
)

test('without a server it waits, and the answer carries the row as it looks from now on', async () => {
  noServer()
  const outcome = await outbox.wish(change('Mine'))
  expect(outcome).toMatchObject({ state: 'waiting', row: { label: 'Mine', version: 1 } })
  expect(await kept()).toMatchObject({ v: 1, row: { label: 'Mine' }, base: { label: 'Theirs' } })
  const made = await outbox.wish(create('New'))
  expect(made).toMatchObject({ state: 'waiting', row: { id: 100, label: 'New', version: 0 } })
  expect(await states()).toEqual(['pending', 'pending'])
})

test('what is kept stays so where the browser takes the store away before there is an answer', async () => {
  ask.mockImplementation(() => {
    forceCloseDatabase(db.backendDB() as never)
    return Promise.reject(unreachable(new Error('away')))
  })
  expect(await outbox.wish(create('New'))).toMatchObject({ state: 'waiting', row: { id: 100, label: 'New' } })
})

test.each([
  ['is known to be away', () => markConnection({ online: false })],
  ['turns out to be away', noServer],
  ['is too slow for whoever waits', () => markConnection({ slow: true })],
])('the browser is asked to keep what has to wait because the server %s, and not before', async (_, goAway) => {
  expect(await outbox.wish(change('At once'))).toMatchObject({ state: 'saved' })
  expect(askToPersist).not.toHaveBeenCalled()
  goAway()
  expect(await outbox.wish(create('Later'))).toMatchObject({ state: 'waiting' })
  expect(askToPersist).toHaveBeenCalledOnce()
})

test('a refusal that its screen waits for leaves nothing behind', async () => {
  answer({ status: 'rejected', code: 'invalid', message: 'Not so', fields: { label: 'Taken' } })
  expect(await outbox.wish(change('Mine'))).toMatchObject({
    state: 'refused',
    code: 'invalid',
    message: 'Not so',
    fields: { label: 'Taken' },
  })
  expect((await kept()).row).toMatchObject({ label: 'Theirs' })
  await vi.waitFor(async () => expect(await states()).toEqual(['discarded']))
  // Nobody else is to decide about what its person has before them.
  expect(asked.at(-1)!.ops).toMatchObject([{ cancel: expect.any(String) }])
})

test('a conflict that its screen waits for brings the row of the server, and leaves nothing behind', async () => {
  const row = { ...itemRow(1, 'Newer'), version: 5 }
  answer({ status: 'conflict', asks: ['label'], row, message: 'Changed' })
  expect(await outbox.wish(change('Mine'))).toMatchObject({
    state: 'conflict',
    row: { label: 'Newer' },
    asks: ['label'],
  })
  await vi.waitFor(async () => expect(await states()).toEqual(['discarded']))
})

test.each([
  { status: 'rejected', code: 'invalid', message: 'Not so' },
  { status: 'conflict', asks: ['label'], row: { ...itemRow(1, 'Newer'), version: 5 }, message: 'Changed' },
] as const)('$status whose screen has gone meanwhile stays for its person to decide', async result => {
  answer(result as never)
  await outbox.wish(change('Mine'), undefined, undefined, () => false)
  expect(await states()).toEqual([result.status])
})

test('a second screen that asks the same and still stands tells of the refusal', async () => {
  answer({ status: 'rejected', code: 'invalid', message: 'Not so' })
  await Promise.all([outbox.wish(change('Mine'), undefined, undefined, () => false), outbox.wish(change('Mine'))])
  await vi.waitFor(async () => expect(await states()).toEqual(['discarded']))
})

test('a refusal that comes later stays, with what was typed and why, until the person decides', async () => {
  noServer()
  await outbox.wish(change('Mine'))
  answer({ status: 'rejected', code: 'invalid', message: 'Not so' })
  await outbox.sendNow()
  expect(await db.outbox.toArray()).toMatchObject([
    { state: 'rejected', open: 1, args: { label: 'Mine' }, problem: { code: 'invalid', message: 'Not so' } },
  ])
  const [op] = await db.outbox.toArray()
  answer({ status: 'applied' })
  const better = await outbox.correct(op!.mid, { args: { label: 'Better' }, base: op!.base })
  await outbox.sendNow()
  expect(await states()).toEqual(['superseded', 'done'])
  expect(asked.at(-1)!.ops).toMatchObject([{ mid: better!.mid, supersedes: op!.mid, args: { label: 'Better' } }])
})

describe('what is said of a record of which something was not accepted', () => {
  const refusal = { status: 'rejected', code: 'invalid', message: 'Not so', fields: { label: 'Taken' } } as const
  const change = (args: Record<string, unknown>, seen: Record<string, unknown>, id = 1) => ({
    op: 'source.change',
    opV: 1,
    id,
    args,
    base: { version: 1, fields: seen },
  })
  /** Says all of it without a server, which then refuses the first. */
  const refuse = async (...wishes: Parameters<Outbox['wish']>[0][]): Promise<Row[]> => {
    noServer()
    const rows: Row[] = []
    for (const wish of wishes) rows.push(((await outbox.wish(wish)) as { row: Row }).row)
    ask.mockImplementation(async (_, input: PushInput) => {
      const answered = answerTo(input, { status: 'blocked' })
      return { ...answered, results: [{ ...answered.results[0], ...refusal }, ...answered.results.slice(1)] }
    })
    await outbox.sendNow()
    answer(refusal)
    expect(await states()).toEqual(['rejected', ...wishes.slice(1).map(() => 'pending')])
    asked = []
    return rows
  }
  const open = async () => (await db.outbox.toArray()).filter(op => op.open === 1)

  test('takes the place of a new record, with the new words over it', async () => {
    const [made] = await refuse({ ...create('Radio'), args: { label: 'Radio', colour: 'red' } })
    const [first] = await open()
    answer({ status: 'applied' })
    const better = change({ label: 'Radio 2' }, { label: 'Radio' }, made!.id)
    expect(await outbox.wish(better, made)).toMatchObject({ state: 'saved', row: { label: 'Radio 2' } })
    const args = { label: 'Radio 2', colour: 'red' }
    expect(asked.flatMap(({ ops }) => ops)).toMatchObject([
      { op: 'source.create', id: made!.id, args, base: null, supersedes: first!.mid },
    ])
    expect(await states()).toEqual(['superseded', 'done'])
  })

  test('takes the place of a new record without a connection too, and waits for nobody’s decision then', async () => {
    const [made] = await refuse({ ...create('Radio'), args: { label: 'Radio', colour: 'red' } })
    markConnection({ online: false })
    const outcome = await outbox.wish(change({ label: 'Radio 2' }, { label: 'Radio' }, made!.id), made)
    expect(outcome).toMatchObject({ state: 'waiting', row: { label: 'Radio 2' } })
    expect(outcome).not.toHaveProperty('held')
  })

  test('takes the place of a change and of those behind it, over what stood there before all of them', async () => {
    await refuse(
      change({ label: 'A', colour: 'red' }, { label: 'Theirs', colour: null }),
      change({ active: false, label: 'B' }, { active: true, label: 'A' }),
    )
    answer({ status: 'applied' })
    // What its person puts back is wanted no more.
    await outbox.wish(change({ label: 'C', colour: null }, { label: 'B', colour: 'red' }))
    expect(asked[0]!.ops.find(op => 'mid' in op)).toMatchObject({
      op: 'source.change',
      args: { label: 'C', active: false },
      base: { fields: { label: 'Theirs', active: true } },
    })
    expect(await open()).toEqual([])
  })

  test('stays with all of its words where it is not accepted either, said to whoever stands there, and can be said again', async () => {
    const [made] = await refuse({ ...create('Radio'), args: { label: 'Radio', colour: 'red' } })
    const typed = { key: 'source:1#a', value: { values: { label: 'Radio 2' }, base: null }, at: 1 }
    await db.drafts.put(typed)
    const better = (label: string) => change({ label }, { label: 'Radio' }, made!.id)
    expect(await outbox.wish(better('Radio 2'), made, typed)).toMatchObject({
      state: 'refused',
      fields: { label: 'Taken' },
      inOutbox: true,
    })
    expect(await open()).toMatchObject([
      { state: 'rejected', op: 'source.create', args: { label: 'Radio 2', colour: 'red' } },
    ])
    expect(await db.drafts.toArray()).toEqual([])
    answer({ status: 'applied' })
    expect(await outbox.wish(better('Radio 3'), made)).toMatchObject({ state: 'saved' })
    expect(await open()).toEqual([])
  })

  test('waits for a decision in the outbox where it meets what somebody else wrote', async () => {
    await refuse(change({ label: 'Mine' }, { label: 'Theirs' }))
    answer({ status: 'conflict', asks: ['label'], row: { ...itemRow(1, 'Newer'), version: 5 } })
    expect(await outbox.wish(change({ label: 'Mine 2' }, { label: 'Mine' }))).toMatchObject({
      state: 'waiting',
      held: true,
    })
    expect(await open()).toMatchObject([{ state: 'conflict', args: { label: 'Mine 2' } }])
  })

  test.each([true, false])(
    'waits behind it where it is no change of fields, and says so (online: %s)',
    async online => {
      const [made] = await refuse(create('Radio'))
      markConnection({ online, slow: false })
      const archive = { op: 'source.archive', opV: 1, id: made!.id, args: {}, base: null }
      expect(await outbox.wish(archive, made)).toMatchObject({ state: 'waiting', held: true })
      const naming = { op: 'customer.create', opV: 1, id: null, args: { name: 'Asha', source: made!.id }, base: null }
      expect(await outbox.wish(naming)).toMatchObject({ state: 'waiting', held: true })
      expect((await open()).map(({ state }) => state)).toEqual(['rejected', 'pending', 'pending'])
      expect(await outbox.wish(change({ label: 'Mine' }, { label: 'Theirs' }))).not.toHaveProperty('held')
    },
  )

  test.each([
    ['what its person has to decide about', { state: 'conflict' }],
    ['what this device asks', { problem: { code: 'changed_meanwhile', message: '', at: 0, own: true } }],
    ['a move', { op: 'source.merge', args: { into: 2 } }],
  ] as const)('does not take the place of %s', async (_, more) => {
    const wish = waitingOp({ userId, args: { label: 'A' } })
    const place = { state: 'rejected', sentOnce: true, ...(more as object) } as const
    const op = await outbox.store.change({ lanes: ['source:1'] }, books => enqueue(books, wish, place))
    const outcome = await outbox.wish(change({ label: 'B' }, { label: 'A' }))
    expect(outcome).toMatchObject({ state: 'waiting', held: true })
    expect(await open()).toMatchObject([op, { args: { label: 'B' }, supersedes: null }])
  })
})

test('what is led away from something that was not accepted goes without it, and stays when that is discarded', async () => {
  noServer()
  const taken = (await outbox.wish(create('Radio'))) as { mid: string; row: Row }
  const named = (source: number) => ({ name: 'Asha', source })
  const wish = { op: 'customer.create', opV: 1, id: null, args: named(taken.row.id), base: null }
  const waits = (await outbox.wish(wish)) as { mid: string }
  answer({ status: 'rejected', code: 'invalid', message: 'There is Radio already' })
  await outbox.sendNow()
  expect(await states()).toEqual(['rejected', 'pending'])
  answer({ status: 'applied' })
  const made = await outbox.correct(waits.mid, { args: named(1), base: null })
  expect((await outbox.chain(taken.mid)).map(({ mid }) => mid)).toEqual([taken.mid])
  await outbox.sendNow()
  expect(await db.outbox.where('mid').equals(made!.mid).first()).toMatchObject({ state: 'done', deps: [] })
})

test('what is corrected is said in the words of today, whatever build said it first', async () => {
  noServer()
  const waits = (await outbox.wish(change('Mine'))) as { mid: string }
  await db.outbox.where('mid').equals(waits.mid).modify({ opV: 0 })
  const better = await outbox.correct(waits.mid, { args: { label: 'Better' }, base: null })
  expect(better).toMatchObject({ opV: OP_VERSION, args: { label: 'Better' } })
})

test('what was wanted of a record that is gone becomes a new one in the same step in which it is given up, or neither', async () => {
  noServer()
  const waits = (await outbox.wish(change('Mine'))) as { mid: string }
  answer({ status: 'conflict', asks: ['label'] })
  await outbox.sendNow()
  expect(await states()).toEqual(['conflict'])
  noServer()
  cutOff('outbox', new DOMException('', 'AbortError'))
  await expect(outbox.copyInstead(waits.mid, 77, { label: 'Mine' })).rejects.toThrow()
  expect([await states(), await db.lists.get(77)]).toEqual([['conflict'], undefined])
  const made = await outbox.copyInstead(waits.mid, 77, { label: 'Mine' })
  expect(await states()).toEqual(['cancelling', 'pending'])
  expect(await db.lists.get(77)).toMatchObject({ t: 'source', row: { label: 'Mine', version: 0 } })
  expect(await outbox.copyInstead(waits.mid, 78, { label: 'Mine' })).toBeNull()
  answer({ status: 'applied' })
  await outbox.sendNow()
  expect(asked.at(-1)!.ops).toMatchObject([{ cancel: waits.mid }, { mid: made!.mid, op: 'source.create', id: 77 }])
  expect(await states()).toEqual(['discarded', 'done'])
})

test('the same wish twice at once is one, and later it is another one', async () => {
  const both = await Promise.all([outbox.wish(create('Radio')), outbox.wish(create('Radio'))])
  expect(both[1]).toEqual(both[0])
  expect(await db.outbox.count()).toBe(1)
  await outbox.wish(create('Radio'))
  expect(await db.outbox.count()).toBe(2)
})

test('there, back and there again are three, be it before any of them is answered; twice the same in a row is one', async () => {
  let say!: () => void
  const slow = new Promise<void>(resolve => (say = resolve))
  ask.mockImplementation(async (_, input: PushInput) => slow.then(() => answerTo(input, { status: 'applied' })))
  const [low, high] = ['Low', 'High'].map(label => change(label))
  const wishes = [low!, high!, low!, low!].map(wish => outbox.wish(wish))
  await vi.waitFor(async () => expect(await db.outbox.count()).toBe(3))
  say()
  const outcomes = await Promise.all(wishes)
  expect(outcomes.map(({ state }) => state)).toEqual(['saved', 'saved', 'saved', 'saved'])
  expect((await db.outbox.toArray()).map(({ args }) => args.label)).toEqual(['Low', 'High', 'Low'])
  expect((await kept()).row).toMatchObject({ label: 'Low' })
})

test('what needs the server at once waits for what was said of its record or makes one that it names, a while, and for nothing else', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    // No answer ever comes.
    let isAsked = false
    ask.mockImplementation(() => new Promise(() => (isAsked = true)))
    const made = outbox.wish(create('New'))
    await until(() => isAsked)
    const said: unknown[] = []
    const deed = (id: number, into = 1) => ({ op: 'source.merge', id, args: { into } })
    const look = (...asked: Parameters<typeof deed>) =>
      outbox.isWaiting(deed(...asked)).then(is => said.push([...asked, is]))
    const looks = [look(100), look(2, 100), look(2)]
    await until(() => said.length > 0)
    expect(said).toEqual([[2, false]])
    while (said.length < 3) {
      await vi.advanceTimersByTimeAsync(1_000)
      await new Promise(resolve => setImmediate(resolve))
    }
    await Promise.all(looks)
    expect(said.slice(1)).toEqual([
      [100, true],
      [2, 100, true],
    ])
    expect(await made).toMatchObject({ state: 'waiting' })
  } finally {
    vi.useRealTimers()
  }
})

test('what needs the server at once goes as soon as that is sent', async () => {
  const { op, opV, at, clockOffset, build, deviceId } = waitingOp({ op: 'source.create' })
  const made = { op, opV, at, clockOffset, build, deviceId, id: 100, userId, lane: 'source:100', args: {}, base: null }
  await outbox.store.change({ lanes: ['source:100'] }, books => enqueue(books, { ...made, mid: crypto.randomUUID() }))
  expect(await outbox.isWaiting({ op: 'source.merge', id: 100, args: {} })).toBe(false)
  expect(await states()).toEqual(['done'])
})

test('what needs the server at once is not kept waiting for what its person has to decide about', async () => {
  await outbox.sendNow()
  await db.outbox.put(waitingOp({ userId, state: 'rejected' }))
  let isAsked = false
  ask.mockImplementation(() => new Promise(() => (isAsked = true)))
  await db.outbox.put(waitingOp({ userId, id: 2, lane: 'source:2' }))
  void outbox.sendNow()
  await vi.waitFor(() => expect(isAsked).toBe(true))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let said: boolean | undefined
    void outbox.isWaiting({ op: 'source.merge', id: 1, args: {} }).then(is => (said = is))
    await until(() => said !== undefined)
    expect(said).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('a record that the device does not keep is shown as its person saw it, with what they changed', async () => {
  noServer()
  await db.lists.delete(1)
  const seen = { ...itemRow(1, 'Seen'), version: 4 } as Row
  expect(await outbox.wish(change('Mine'), seen)).toMatchObject({ row: { label: 'Mine', version: 4 } })
  expect(await kept()).toMatchObject({ v: 4, base: { label: 'Seen' } })
})

test('what never left goes without the server; what may have left is withdrawn there', async () => {
  noServer()
  const outcome = (await outbox.wish(change('Mine'))) as { mid: string }
  expect((await db.outbox.toArray())[0]!.sentOnce).toBe(true)
  expect(await outbox.discard(outcome.mid)).toBe(true)
  expect((await kept()).row).toMatchObject({ label: 'Theirs' })
  answer({ status: 'cancelled' })
  await outbox.sendNow()
  expect(await states()).toEqual(['discarded'])
  expect(asked.at(-1)!.ops).toMatchObject([{ cancel: outcome.mid }])
})

test('while whole envelopes come back the lists are told every two seconds, and once more at the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    // Its first look, which finds nothing, is over before there is something.
    await outbox.sendNow()
    markConnection({ online: false })
    for (let n = 0; n < 2 * PUSH_LIMIT + 1; n += 1) await outbox.wish(create(`New ${n}`))
    let goOn: (() => void) | undefined
    ask.mockImplementation(async (_, input: PushInput) => {
      if (asked.length > 0) await new Promise<void>(resolve => (goOn = resolve))
      return answerTo(input, { status: 'applied' })
    })
    const sent = outbox.sendNow()
    await until(() => goOn !== undefined)
    await vi.advanceTimersByTimeAsync(1_900)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(told).toEqual([['source']])
    // A second whole one, and at once the last: they are told together.
    for (let n = 0; n < 2; n += 1) {
      await until(() => goOn !== undefined)
      const letGo = goOn!
      goOn = undefined
      letGo()
    }
    await sent
    expect(told).toEqual([['source'], ['source']])
  } finally {
    vi.useRealTimers()
  }
})

describe('keeping a change', () => {
  beforeEach(() => {
    noServer()
    markConnection({ online: false })
  })

  test('is one strict transaction with its number, its place in the queue and its row', async () => {
    await db.meta.put({ key: IDS, value: [{ next: 500, last: 501 }] })
    const writes = watchWrites()
    await outbox.wish(create('New'))
    expect(writes.map(({ store }) => store).toSorted()).toEqual(['lists', 'meta', 'meta', 'outbox'])
    const [transaction, ...others] = new Set(writes.map(write => write.transaction))
    expect(others).toEqual([])
    expect(transaction!.durability).toBe('strict')
    expect((await db.lists.get(500))?.row).toMatchObject({ label: 'New' })
    expect(await db.meta.get(IDS)).toMatchObject({ value: [{ next: 501, last: 501 }] })
  })

  test('is heard of by whoever looks at the record, by its number or by an index', async () => {
    const seen: Record<string, unknown> = {}
    const looks: Record<string, () => PromiseLike<unknown>> = {
      byNumber: async () => (await db.lists.get(1))?.row?.label,
      byIndex: async () => (await db.lists.where('t').equals('source').toArray())[0]?.row?.label,
      queue: () => db.outbox.where('open').equals(1).count(),
    }
    const watching = Object.entries(looks).map(([name, look]) => watchQuery(db, look, value => (seen[name] = value)))
    await vi.waitFor(() => expect(seen).toEqual({ byNumber: 'Theirs', byIndex: 'Theirs', queue: 0 }))
    await outbox.wish(change('Mine'))
    await vi.waitFor(() => expect(seen).toEqual({ byNumber: 'Mine', byIndex: 'Mine', queue: 1 }))
    await outbox.wish(change('Mine again'))
    await vi.waitFor(() => expect(seen).toEqual({ byNumber: 'Mine again', byIndex: 'Mine again', queue: 2 }))
    for (const stop of watching) stop()
  })

  test('makes room on a full device and is kept once, though only the whole says why it was refused', async () => {
    await db.meta.bulkPut([
      { key: IDS, value: [{ next: 500, last: 501 }] },
      { key: 'ballast', value: 'heavy' },
    ])
    cutOff('outbox', new DOMException('', 'QuotaExceededError'))
    expect(await outbox.wish(create('New'))).toMatchObject({ state: 'waiting', row: { id: 500, label: 'New' } })
    expect(await db.outbox.count()).toBe(1)
    expect(await db.meta.get('ballast')).toBeUndefined()
    expect(await db.meta.get(IDS)).toMatchObject({ value: [{ next: 501, last: 501 }] })
  })

  test('is not tried anew by itself where it was begun and broke off', async () => {
    cutOff('outbox', null)
    await expect(outbox.wish(change('Mine'))).rejects.toThrow()
    expect(await db.outbox.count()).toBe(0)
    expect((await kept()).row).toMatchObject({ label: 'Theirs' })
  })

  test('goes on where the browser had taken the database away', async () => {
    vi.spyOn(db.backendDB(), 'transaction').mockImplementationOnce(() => {
      throw new DOMException('', 'InvalidStateError')
    })
    expect(await outbox.wish(change('Mine'))).toMatchObject({ state: 'waiting', row: { label: 'Mine' } })
    expect(await states()).toEqual(['pending'])
  })
})

describe('the draft of what is saved', () => {
  const typed = { key: 'source:1#a', value: { values: { label: 'Mine' }, base: null }, at: 1 }
  const drafts = () => db.drafts.toArray()
  beforeEach(() => db.drafts.put(typed))

  test('is over in the moment in which the change is kept, and not when it is answered', async () => {
    let seen: unknown[] | null = null
    ask.mockImplementation(async (_, input: PushInput) => {
      seen = await drafts()
      return answerTo(input, { status: 'applied' })
    })
    await outbox.wish(change('Mine'), undefined, typed)
    expect(seen).toEqual([])
    expect(await drafts()).toEqual([])
  })

  test('stays with what came into it after it was handed over', async () => {
    const since = { ...typed, value: { values: { label: 'Mine', note: 'more' }, base: null }, at: 2 }
    await db.drafts.put(since)
    noServer()
    expect(await outbox.wish(change('Mine'), undefined, typed)).toMatchObject({ state: 'waiting' })
    expect(await drafts()).toEqual([since])
  })

  test('stays as it was where the change could not be kept, and the change is not there', async () => {
    failing('drafts', 'delete', new Error('cut'))
    await expect(outbox.wish(change('Mine'), undefined, typed)).rejects.toThrow('cut')
    expect(await drafts()).toEqual([typed])
    expect(await db.outbox.count()).toBe(0)
    expect((await kept()).row).toMatchObject({ label: 'Theirs' })
    expect(asked).toEqual([])
  })

  test.each([
    [{ status: 'rejected', code: 'invalid' }, 'refused'],
    [{ status: 'conflict', asks: ['label'], row: itemRow(1, 'Newer') }, 'conflict'],
  ] as const)('is back when its screen is told of %o', async (result, state) => {
    answer(result as never)
    expect(await outbox.wish(change('Mine'), undefined, typed)).toMatchObject({ state })
    expect(await drafts()).toEqual([typed])
    await vi.waitFor(async () => expect(await states()).toEqual(['discarded']))
  })

  test('is not back without the change being let go, nor the other way round', async () => {
    answer({ status: 'rejected', code: 'invalid' })
    vi.spyOn(db.drafts, 'put').mockImplementationOnce(() => {
      throw new Error('cut')
    })
    await expect(outbox.wish(change('Mine'), undefined, typed)).rejects.toThrow('cut')
    expect(await drafts()).toEqual([])
    expect(await states()).toEqual(['rejected'])
  })

  test('does not take the place of what was typed since', async () => {
    const since = { ...typed, value: { values: { label: 'Mine, and more' }, base: null }, at: 2 }
    ask.mockImplementation(async (_, input: PushInput) => {
      await db.drafts.put(since)
      return answerTo(input, { status: 'rejected', code: 'invalid' })
    })
    await outbox.wish(change('Mine'), undefined, typed)
    expect(await drafts()).toEqual([since])
  })

  test('is not back where the change waits for a server', async () => {
    noServer()
    expect(await outbox.wish(change('Mine'), undefined, typed)).toMatchObject({ state: 'waiting' })
    expect(await drafts()).toEqual([])
  })
})
