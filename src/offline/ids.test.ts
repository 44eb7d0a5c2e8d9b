import { beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { leasedIds } from './ids.ts'
import { metaIn, metaInMemory, type KeepMeta } from './keep-meta.ts'
import { openUserDb, readMeta } from './user-db.ts'

let server: SyncDouble
let userId = 300
beforeEach(() => {
  server = syncDouble()
  userId += 1
})
const leases = () => server.state.requests.filter(request => request.includes('lease')).length

test('two tabs that add records at the same time never get the same number', async () => {
  const tabs = await Promise.all([openUserDb(userId, register), openUserDb(userId, register)])
  const [one, two] = tabs.map(db => leasedIds(metaIn(db), 'd')) as [
    ReturnType<typeof leasedIds>,
    ReturnType<typeof leasedIds>,
  ]
  const ids = await Promise.all(Array.from({ length: 400 }, (_, i) => (i % 2 ? one : two).nextId()))
  expect(new Set(ids).size).toBe(400)
  for (const db of tabs) db.close()
})

test('two blocks are kept in hand, and taking numbers leases the next one in the background', async () => {
  const db = await openUserDb(userId, register)
  const ids = leasedIds(metaIn(db), 'd')
  await ids.refill()
  expect(leases()).toBe(2)
  for (let i = 0; i < 1_000; i += 1) await ids.nextId()
  await ids.refill()
  expect(leases()).toBe(3)
  expect(await readMeta<unknown[]>(db, 'ids')).toHaveLength(2)
  db.close()
})

test('numbers that somebody else gives out too are let go of for others, where the server has some', async () => {
  const ids = leasedIds(metaInMemory(), 'd')
  await ids.refill()
  await ids.nextId()
  await ids.renew()
  expect(await ids.nextId()).toBe(2_001)
  server.state.network = 'refuse'
  await expect(ids.renew()).rejects.toBeDefined()
  expect(await ids.nextId()).toBe(2_002)
})

test('without a server the numbers in hand are given out, then adding stops with a plain refusal', async () => {
  const ids = leasedIds(metaInMemory(), 'd')
  await ids.refill()
  server.state.network = 'refuse'
  const given = new Set<number>()
  for (let i = 0; i < 2_000; i += 1) given.add(await ids.nextId())
  expect(given.size).toBe(2_000)
  await expect(ids.nextId()).rejects.toMatchObject({ code: 'no-ids' })
  server.state.network = 'up'
  expect(given.has(await ids.nextId())).toBe(false)
})

test.each([
  ['in the background', true],
  ['for whoever waits', false],
])('a block that was kept %s before the connection went is given out', async (_, isBegun) => {
  const meta = metaInMemory()
  const keep: KeepMeta = async (...what) => {
    const result = await meta(...what)
    if (leases() === 1) server.state.network = 'refuse'
    return result
  }
  const ids = leasedIds(keep, 'd')
  if (isBegun) ids.refill().catch(() => undefined)
  expect(await ids.nextId()).toBe(1)
})

test.each([
  ['two are asked for in the background', true],
  ['nobody has asked for any', false],
])('the first number waits for one block alone, where %s', async (_, isBegun) => {
  const meta = metaInMemory()
  const keep: KeepMeta = async (...what) => {
    const result = await meta(...what)
    // The second one never comes.
    if (leases() === 1) server.state.slow = new Promise(() => undefined)
    return result
  }
  const ids = leasedIds(keep, 'd')
  if (isBegun) ids.refill().catch(() => undefined)
  expect(await ids.nextId()).toBe(1)
  await vi.waitFor(() => expect(leases()).toBe(2))
})
