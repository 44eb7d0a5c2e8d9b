import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Change, PullAnswer } from '#contract/calls/sync.ts'
import type { Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { holds } from '#contract/rules.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { answered, itemRow } from '../../tests/support/sync-double.ts'
import { applyAnswered } from './answered.ts'
import { applyPull, applySnapshot, beginLoad, layMadeHere } from './apply.ts'
import { enqueue } from './outbox/machine.ts'
import { outboxIn } from './outbox/store.ts'
import { openUserDb, readCursor, type Kept, type UserDb } from './user-db.ts'

const epoch = crypto.randomUUID()
const groups = { hash: 'h', names: ['lists', 'dealerBranch'] }
const time = '2026-01-01T00:00:00.000Z'
let userId = 700

async function loaded(rows: Row[] = []): Promise<UserDb> {
  userId += 1
  const db = await openUserDb(userId, register)
  const { g } = await beginLoad(db, register)
  await applySnapshot(
    db,
    register,
    { g, after: null },
    { epoch, seq: 0, groups, rows: rows.map(row => ({ t: 'source', id: row.id, v: row.version, row })), next: null },
    time,
  )
  return db
}

const shown = async (db: UserDb) =>
  (await db.lists.toArray()).flatMap(({ id, v, row }) => (row ? [`${id}@${v}:${String(row.label)}`] : [])).sort()

/** One history of a few records: each step writes or deletes one of them. */
const history = fc.array(fc.record({ id: fc.integer({ min: 1, max: 4 }), deleted: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
})

function play(steps: { id: number; deleted: boolean }[]) {
  const now = new Map<number, { version: number; row: Row | null }>()
  const answers: Row[] = []
  const feed: { seq: number; id: number }[] = []
  for (const { id, deleted } of steps) {
    const before = now.get(id)
    // A number is never given twice: what is deleted stays deleted.
    if (before?.row === null) continue
    const version = (before?.version ?? 0) + 1
    const row = deleted && before ? null : { ...itemRow(id, `${id} v${version}`), version }
    if (row) answers.push(row)
    now.set(id, { version, row })
    feed.push({ seq: feed.length + 1, id })
  }
  const page = (from: number, to: number): PullAnswer => ({
    epoch,
    seq: to,
    more: to < feed.length,
    changes: [...new Set(feed.slice(from, to).map(({ id }) => id))].map((id): Change => {
      const { version, row } = now.get(id)!
      return row ? { t: 'source', id, v: version, row } : { t: 'source', id, v: version, gone: true }
    }),
    serverTime: time,
  })
  const truth = [...now]
    .flatMap(([id, { version, row }]) => (row ? [`${id}@${version}:${String(row.label)}`] : []))
    .sort()
  return { answers, page, length: feed.length, truth }
}

test('pages and answers, twice and in any order between each other, end at what the server has', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async (steps, choices) => {
      const random = () => choices.next().value
      const { answers, page, length, truth } = play(steps)
      const db = await loaded()
      const waiting = answers.flatMap(row => [row, row])
      for (let rounds = 0; rounds < 60; rounds += 1) {
        const cursor = (await readCursor(db))!
        if (cursor.seq === length && waiting.length === 0) break
        if (waiting.length > 0 && random() % 2 === 0) {
          const [row] = waiting.splice(random() % waiting.length, 1)
          await applyAnswered(db, register, epoch, [answered('source', row!)])
          continue
        }
        const from = random() % (cursor.seq + 1)
        const to = Math.min(length, from + 1 + (random() % 3))
        const answer = page(from, to)
        await applyPull(db, register, { epoch, seq: from }, answer)
        await applyPull(db, register, { epoch, seq: from }, answer)
        const after = (await readCursor(db))!
        expect(after.seq).toBeGreaterThanOrEqual(cursor.seq)
      }
      for (let seq = (await readCursor(db))!.seq; seq < length; seq = (await readCursor(db))!.seq)
        await applyPull(db, register, { epoch, seq }, page(seq, length))
      for (const row of waiting) await applyAnswered(db, register, epoch, [answered('source', row)])
      expect(await shown(db)).toEqual(truth)
      db.close()
      indexedDB.deleteDatabase(db.name)
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('what the server says twice changes nothing the second time', async () => {
  const db = await loaded([itemRow(1)])
  const before = await db.lists.toArray()
  await applyAnswered(db, register, epoch, [answered('source', { ...itemRow(1), label: 'Same version, other word' })])
  expect(await db.lists.toArray()).toEqual(before)
  db.close()
})

test('a load that holds an answer from before the server was restored begins anew', async () => {
  const db = await loaded()
  const { g } = await beginLoad(db, register)
  await db.meta.put({ key: 'outbox', value: { id: crypto.randomUUID(), last: 1, epoch } })
  for (const id of [1, 2]) await applyAnswered(db, register, epoch, [answered('source', itemRow(id, 'Before'))])
  expect(await shown(db)).toEqual(['1@1:Before', '2@1:Before'])
  // In its other life the server has given the same number and version to something else, and knows nothing of the second.
  const rows = [{ t: 'source', id: 1, v: 1, row: itemRow(1, 'After') }]
  const page = { epoch: crypto.randomUUID(), seq: 3, groups, rows, next: null }
  expect(await applySnapshot(db, register, { g, after: null }, page, time)).toBe('other')
  const again = await beginLoad(db, register)
  await applySnapshot(db, register, { g: again.g, after: null }, page, time)
  expect(await shown(db)).toEqual(['1@1:After'])
  db.close()
})

/** A load of all there is, in the middle of which something else happens. */
async function loadWith(
  db: UserDb,
  page: { seq: number; rows?: Row[]; names?: string[] },
  meanwhile: () => Promise<unknown>,
) {
  const { g } = await beginLoad(db, register)
  await db.meta.put({ key: 'outbox', value: { id: crypto.randomUUID(), last: 1, epoch } })
  const { seq, rows = [], names = groups.names } = page
  const of = { epoch, seq, groups: { hash: 'h', names } }
  await meanwhile()
  await applySnapshot(db, register, { g, after: null }, { ...of, rows: [], next: 'more' }, time)
  await meanwhile()
  const found = rows.map(row => ({ t: 'source', id: row.id, v: row.version, row }))
  await applySnapshot(db, register, { g, after: 'more' }, { ...of, rows: found, next: null }, time)
  await meanwhile()
}

test('of what was answered before a load began, only what the load brings stays', async () => {
  const db = await loaded()
  const before = [answered('source', itemRow(1, 'Left'), 4), answered('source', itemRow(2, 'Stayed'), 4)]
  await loadWith(db, { seq: 5, rows: [{ ...itemRow(2, 'Newer'), version: 2 }] }, () =>
    applyAnswered(db, register, epoch, before),
  )
  expect(await shown(db)).toEqual(['2@2:Newer'])
  db.close()
})

test('what was answered since a load began stays, although its pages may be older', async () => {
  const db = await loaded()
  const since = [
    answered('source', { ...itemRow(1, 'Newer'), version: 2 }, 6),
    answered('source', itemRow(2, 'New'), 5),
  ]
  let times = 0
  await loadWith(db, { seq: 5, rows: [itemRow(1, 'Older')] }, async () => {
    await applyAnswered(db, register, epoch, since)
    if (++times < 3) expect(await shown(db)).toEqual(['1@2:Newer', '2@1:New'])
  })
  expect(await shown(db)).toEqual(['1@2:Newer', '2@1:New'])
  db.close()
})

test('what somebody may not hold any more is not brought by a late answer', async () => {
  const db = await loaded()
  const late = [answered('dealerBranch', { ...itemRow(9), name: 'Pune' }, 9)]
  const held = () => db.table('rec_dealerBranch').count()
  await applyAnswered(db, register, epoch, late)
  expect(await held()).toBe(1)
  await loadWith(db, { seq: 5, names: ['lists'] }, () => applyAnswered(db, register, epoch, late))
  expect(await held()).toBe(0)
  // Where the device was told before it began to load.
  await beginLoad(db, register, { hash: 'less', names: ['lists'] })
  await applyAnswered(db, register, epoch, late)
  expect(await held()).toBe(0)
  db.close()
})

test('of what a device keeps no rows, what the server told with its question stays to be compared', async () => {
  const db = await loaded()
  const problem = {
    code: 'changed_meanwhile',
    message: 'No',
    asks: ['note'],
    at: 1,
    row: { ...itemRow(9), note: 'Theirs' },
  }
  const op = waitingOp({ op: 'dealerBranch.change', id: 9, lane: 'dealerBranch:9', state: 'conflict', problem })
  await db.outbox.put(op)
  await beginLoad(db, register, { hash: 'less', names: ['lists'] })
  expect(await db.outbox.toArray()).toEqual([op])
  db.close()
})

test('a page and the place behind it come together or not at all', async () => {
  const db = await loaded()
  const change: Change = { t: 'source', id: 1, v: 1, row: itemRow(1, 'New') }
  const answer: PullAnswer = { epoch, seq: 5, more: false, changes: [change], serverTime: time }
  const cut = () => {
    throw new Error('cut')
  }
  db.meta.hook('updating', cut)
  await expect(applyPull(db, register, { epoch, seq: 0 }, answer)).rejects.toThrow('cut')
  db.meta.hook('updating').unsubscribe(cut)
  expect(await shown(db)).toEqual([])
  expect((await readCursor(db))?.seq).toBe(0)
  await applyPull(db, register, { epoch, seq: 0 }, answer)
  expect(await shown(db)).toEqual(['1@1:New'])
  expect((await readCursor(db))?.seq).toBe(5)
  db.close()
})

test('ten thousand items come in pages of two thousand, all of them once, and what I saved meanwhile stays', async () => {
  userId += 1
  const db = await openUserDb(userId, register)
  const { g } = await beginLoad(db, register)
  for (let page = 0; page < 5; page += 1) {
    const rows = Array.from({ length: 2_000 }, (_, i) => itemRow(page * 2_000 + i + 1))
    const after = page === 0 ? null : String(page)
    const next = page === 4 ? null : String(page + 1)
    const answer = { epoch, seq: 7, groups, rows: rows.map(row => ({ t: 'city', id: row.id, v: 1, row })), next }
    expect(await applySnapshot(db, register, { g, after }, answer, time)).toMatchObject({ done: next === null })
    if (page === 0)
      await applyAnswered(db, register, epoch, [answered('city', { ...itemRow(5_000, 'Mine'), version: 2 }, 8)])
  }
  expect(await db.lists.where('[t+on]').equals(['city', 1]).count()).toBe(10_000)
  expect((await db.lists.get(5_000))?.row?.label).toBe('Mine')
  expect(await readCursor(db)).toMatchObject({ seq: 7, epoch })
  db.close()
}, 60_000)

test('a module is held entirely or within a scope; lists are everybody’s', () => {
  expect(holds(['lists', 'order:own:4'], { name: 'order' })).toBe(true)
  expect(holds(['lists', 'orderReturn'], { name: 'order' })).toBe(false)
  expect(holds(['lists'], { name: 'city', list: {} })).toBe(true)
})

describe('within narrower limits', () => {
  const [mine, theirs, nobodys, waited] = [11, 12, 13, 14]
  const ofOwner = { [mine]: 5, [theirs]: 9, [nobodys]: null, [waited]: 9 }
  const everything = { hash: 'all', names: ['lists', 'customer', 'task:own:5'] }
  const own = { hash: 'own', names: ['lists', 'customer:own:5', 'task:own:5'] }
  const ids = async (db: UserDb) => (await db.table<Kept>('rec_customer').toArray()).map(({ id }) => id)

  async function holding(): Promise<UserDb> {
    const db = await loaded()
    const { g } = await beginLoad(db, register)
    const rows = Object.entries(ofOwner).map(([id, owner]) => {
      const row = { ...itemRow(Number(id)), name: 'Asha', owner, branch: null }
      return { t: 'customer', id: row.id, v: row.version, row }
    })
    await applySnapshot(db, register, { g, after: null }, { epoch, seq: 1, groups: everything, rows, next: null }, time)
    // Of somebody else, opened here: their person may see it, and its group is the same as before.
    const task = { ...itemRow(21), title: 'Call', assignedTo: 9, assignedBy: 9 }
    await applyAnswered(db, register, epoch, [answered('task', task, 2)])
    const change = waitingOp({ op: 'customer.change', id: waited, lane: `customer:${waited}`, args: { name: 'Ravi' } })
    await outboxIn(db, register).change({ lanes: [change.lane] }, books => enqueue(books, change))
    return db
  }

  test('rows outside them go before a load has come, but for what waits', async () => {
    const db = await holding()
    await beginLoad(db, register, { ...everything, hash: 'another field' })
    expect(await ids(db)).toEqual([mine, theirs, nobodys, waited])
    await beginLoad(db, register, own)
    expect(await ids(db)).toEqual([mine, waited])
    expect(await db.table('rec_task').count()).toBe(1)
    expect((await db.outbox.toArray()).map(({ args }) => args)).toEqual([{ name: 'Ravi' }])
    db.close()
  })

  test('also where the first page of a load says so', async () => {
    const db = await holding()
    const { g } = await beginLoad(db, register)
    const page = { epoch, seq: 3, groups: own, rows: [], next: 'more' }
    await applySnapshot(db, register, { g, after: null }, page, time)
    expect(await ids(db)).toEqual([mine, waited])
    db.close()
  })
})

test('a record that was made here goes with its person’s rights, and is there again with them', async () => {
  const db = await loaded()
  const op = waitingOp({ op: 'dealerBranch.create', id: 9, lane: 'dealerBranch:9', args: { name: 'Pune' } })
  await outboxIn(db, register).change({ lanes: [op.lane] }, books => enqueue(books, op))
  const names = async () => (await db.table<Kept>('rec_dealerBranch').toArray()).map(({ row }) => row?.name)
  expect(await names()).toEqual(['Pune'])
  // One that the server knows, and that is changed here.
  const row = { ...itemRow(8), name: 'Nashik' }
  await applyAnswered(db, register, epoch, [answered('dealerBranch', row)])
  const changed = waitingOp({ op: 'dealerBranch.change', id: 8, lane: 'dealerBranch:8', args: { name: 'Nasik' } })
  await outboxIn(db, register).change({ lanes: [changed.lane] }, books => enqueue(books, changed))
  expect(await names()).toEqual(['Nasik', 'Pune'])
  const load = async (groups: { hash: string; names: string[] }, isTold = true) => {
    const { g } = await beginLoad(db, register, isTold ? groups : undefined)
    const page = { epoch, seq: 1, groups, rows: [], next: null }
    await applySnapshot(db, register, { g, after: null }, page, time)
  }
  await load({ hash: 'less', names: ['lists'] })
  expect(await names()).toEqual([])
  expect(await db.outbox.count()).toBe(2)
  // Laid once more by a sign-in, it goes with the load that says what its person may see.
  await layMadeHere(db, register)
  expect(await names()).toEqual(['Pune'])
  await load({ hash: 'less', names: ['lists'] }, false)
  expect(await names()).toEqual([])
  await load(groups)
  expect(await names()).toEqual(['Pune'])
})
