import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { actorWith } from '../support/sample-module.ts'
import { follower, type Follower } from '../support/simulation/follower.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { register } from '#contract/register.ts'
import { pull } from '#server/sync/pull.ts'
import { snapshot } from '#server/sync/snapshot.ts'
import { tidy } from '#server/sync/upkeep.ts'

const WRITERS = 10
const TRANSACTIONS = 30

let database: FreshDatabase
let hostile: Pool

beforeEach(async () => {
  database = await freshDatabase()
  hostile = new Pool({ connectionString: database.url, max: WRITERS + 4 })
  // The database may be dropped before the last of its connections has quite gone.
  hostile.on('error', () => {})
})
afterEach(async () => {
  await hostile.end()
  await database.close()
})

const reader = (): Follower =>
  follower({
    pull: query => pull(database.db, register, actorWith(), query, new Date()),
    snapshot: after => snapshot(database.db, register, actorWith(), after, new Date()),
  })

const insert = `insert into dealer_branch (id, created_by, updated_by, name) values ($1, 1, 1, $2)`

/** One transaction of a writer who takes its number early, dawdles, and sometimes changes its mind. */
async function hostileTransaction(ids: { next: number }, random: () => number) {
  const client = await hostile.connect()
  try {
    await client.query('begin')
    if (random() < 0.5) await client.query('select pg_current_xact_id()')
    await sleep(random() * 10)
    const id = ++ids.next
    await client.query(insert, [id, `Branch ${id}`])
    // What others use as a cursor, written by the same transaction.
    await client.query('insert into probe (id) values ($1)', [id])
    const other = Math.ceil(random() * id)
    if (random() < 0.4) await client.query('update dealer_branch set note = $2 where id = $1', [other, `by ${id}`])
    else if (random() < 0.15) await client.query('delete from dealer_branch where id = $1', [other])
    await sleep(random() * 25)
    await client.query(random() < 0.1 ? 'rollback' : 'commit')
  } catch (error) {
    await client.query('rollback')
    // Two of them may lock each other's rows; PostgreSQL ends one.
    if ((error as { code?: string }).code !== '40P01') throw error
  } finally {
    client.release()
  }
}

/** Follows a table by a column, as one would without a feed. */
function naiveReader(column: 'seq' | 'at') {
  const seen = new Set<number>()
  let cursor: unknown = column === 'seq' ? 0 : '-infinity'
  return {
    seen,
    async step() {
      const { rows } = await hostile.query<{ id: string; cursor: unknown }>(
        `select id, ${column}::text as cursor from probe where ${column} > $1 order by ${column}, id limit 50`,
        [cursor],
      )
      for (const row of rows) seen.add(Number(row.id))
      cursor = rows.at(-1)?.cursor ?? cursor
      return rows.length > 0
    },
  }
}

test('however writers dawdle, roll back and delete, a reader ends with exactly what was committed', async () => {
  await hostile.query(
    'create table probe (id bigint primary key, seq bigserial, at timestamptz not null default now())',
  )
  const ids = { next: 0 }
  const device = reader()
  const bySequence = naiveReader('seq')
  const byTime = naiveReader('at')
  const writers = { left: WRITERS + 1 }
  const read = async (step: () => Promise<boolean>) => {
    while (writers.left > 0) await step()
    while (await step());
  }
  const write = async () => {
    for (let count = 0; count < TRANSACTIONS; count++) await hostileTransaction(ids, Math.random)
    writers.left--
  }
  /** It numbered its row first and commits it last, when whoever follows the numbers or the time has gone on. */
  const overtaken = async () => {
    const slow = await hostile.connect()
    await slow.query('begin')
    const id = ++ids.next
    await slow.query(insert, [id, `Branch ${id}`])
    await slow.query('insert into probe (id) values ($1)', [id])
    // They may lose this one too: then the next one shows that they have gone on.
    const later: number[] = []
    const haveGoneOn = () => [bySequence, byTime].every(({ seen }) => later.some(one => seen.has(one)))
    while (!haveGoneOn()) {
      const next = ++ids.next
      later.push(next)
      await hostile.query(insert, [next, `Branch ${next}`])
      await hostile.query('insert into probe (id) values ($1)', [next])
      for (let tries = 0; tries < 100 && !haveGoneOn(); tries += 1) await sleep(5)
    }
    await slow.query('commit')
    slow.release()
    writers.left--
  }
  const readers = [device.step, bySequence.step, byTime.step].map(read)
  await Promise.all([overtaken(), ...Array.from({ length: WRITERS }, write)])
  await Promise.all(readers)

  const { rows: committed } = await database.pool.query<{ id: number; version: number }>(
    'select id, version from dealer_branch order by id',
  )
  expect([...device.rows].map(([id, { v }]) => ({ id, version: v })).sort((a, b) => a.id - b.id)).toEqual(committed)
  expect(device.resets).toEqual([])

  const { rows: feed } = await database.pool.query<{ seq: number }>('select seq from sync_change order by seq')
  expect(feed.map(({ seq }) => seq)).toEqual(feed.map((_, at) => at + 1))
  expect(device.cursors).toEqual(device.cursors.toSorted((a, b) => a - b))
  expect(device.cursors.at(-1)).toBe(feed.length)

  // The same writers, followed by what one would reach for first: both lose rows, so this test can fail.
  const { rows: probes } = await database.pool.query<{ id: number }>('select id from probe')
  expect(probes.filter(({ id }) => !bySequence.seen.has(id)).length).toBeGreaterThan(0)
  expect(probes.filter(({ id }) => !byTime.seen.has(id)).length).toBeGreaterThan(0)
})

test('a transaction that stays open for long holds nobody up and is not missed when it ends', async () => {
  const slow = await hostile.connect()
  try {
    await slow.query('begin')
    await slow.query(insert, [1, 'Begun first'])
    await hostile.query(insert, [2, 'Begun later'])
    const device = reader()
    await device.catchUp()
    expect([...device.rows.keys()]).toEqual([2])
    await slow.query('commit')
    await device.catchUp()
    expect([...device.rows.keys()]).toEqual([2, 1])
  } finally {
    slow.release()
  }
})

test('a record that changed many times is one change of a page, as it is now', async () => {
  await hostile.query(insert, [1, 'First'])
  for (const name of ['Second', 'Third']) await hostile.query('update dealer_branch set name = $1', [name])
  const answer = await pull(database.db, register, actorWith(), { seq: 0, unsent: 0 }, new Date())
  expect(answer.changes).toMatchObject([{ t: 'dealerBranch', id: 1, v: 3, row: { name: 'Third' } }])
  expect(answer).toMatchObject({ seq: 3, more: false })
})

test('a device that was away longer than the feed is kept loads everything again and misses nothing', async () => {
  await hostile.query(insert, [1, 'Kept'])
  await hostile.query(insert, [2, 'Deleted while away'])
  const device = reader()
  await device.catchUp()
  await hostile.query('delete from dealer_branch where id = 2')
  await hostile.query(insert, [3, 'New while away'])
  await tidy(database.db, new Date(Date.now() + 119 * 86_400_000))
  expect((await hostile.query('select 1 from sync_change')).rowCount).toBe(4)
  await tidy(database.db, new Date(Date.now() + 121 * 86_400_000))
  expect((await hostile.query('select 1 from sync_change')).rowCount).toBe(0)
  await device.catchUp()
  expect(device.resets).toEqual(['too_old'])
  expect([...device.rows.keys()]).toEqual([1, 3])
})
