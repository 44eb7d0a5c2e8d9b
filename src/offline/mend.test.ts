import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { register } from '#contract/register.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { pullOnce } from '../../tests/support/pull-once.ts'
import { answered, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { applyAnswered } from './answered.ts'
import { watchKept } from './judge.ts'
import { keptTable, openUserDb, readCursor, type Kept, type UserDb } from './user-db.ts'

let server: SyncDouble
let db: UserDb
let userId = 3_800
let said: Row
let logged: ReturnType<typeof vi.spyOn>

beforeEach(async () => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server = syncDouble()
  server.state.groups.names.push('customer')
  userId += 1
  db = await openUserDb(userId, register)
  await watchKept(db, register)
  await pullOnce(db, register)
  const { epoch } = (await readCursor(db))!
  said = server.write('customer', 41, { name: 'As the server has it' })
  server.state.routes['POST /sync/rows'] = () => ({
    epoch,
    seq: server.state.seq,
    changes: [{ t: 'customer', id: 41, v: said.version, row: said }],
  })
  await applyAnswered(db, register, epoch, [answered('customer', said)])
})
afterEach(() => {
  vi.restoreAllMocks()
  db.close()
})

const read = () => keptTable(db, customer).get(41)
/** What lies there becomes something that no module is. */
const damage = (changes: object) =>
  keptTable(db, customer)
    .where('id')
    .equals(41)
    .modify(kept => void Object.assign(kept.row!, changes))

test('a damaged record is dropped, said in the log, and fetched anew', async () => {
  await damage({ name: { no: 'name' } })
  expect(await read()).toMatchObject({ id: 41, row: null })
  await vi.waitFor(async () => expect((await read())?.row).toMatchObject({ name: 'As the server has it' }))
  expect(logged.mock.calls).toEqual([[expect.stringContaining('Damaged'), 'customer 41']])
})

test('without a connection it stays away, and is fetched once there is one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server.state.network = 'refuse'
  await damage({ phones: 7 })
  expect((await read())?.row).toBeNull()
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  server.state.network = 'up'
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await read())?.row).toMatchObject({ name: 'As the server has it' })
  })
  vi.useRealTimers()
})

test('what waits on this device lies over what was fetched', async () => {
  await db.outbox.add(waitingOp({ op: 'customer.change', id: 41, lane: 'customer:41', args: { language: 'Hindi' } }))
  await damage({ name: null })
  expect((await read())?.row).toBeNull()
  await vi.waitFor(async () =>
    expect((await read()) as Kept & { row: Row }).toMatchObject({
      row: { name: 'As the server has it', language: 'Hindi' },
      base: { name: 'As the server has it' },
    }),
  )
  expect(await db.outbox.count()).toBe(1)
})

test('a server that says the same again is not asked for ever', async () => {
  said = server.write('customer', 41, { name: 5 })
  const asked = () => server.state.requests.filter(one => one.includes('/sync/rows')).length
  await damage({ name: 5 })
  // Once for what lay here, and once for what came.
  await vi.waitFor(async () => {
    await read()
    expect(asked()).toBe(2)
  })
  await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(2))
  for (let times = 0; times < 5; times += 1) await read()
  expect((await read())?.row).toBeNull()
  expect(asked()).toBe(2)
})

test('what nobody opens is looked through when the page stands', async () => {
  await damage({ name: 5 })
  await watchKept(db, register)
  await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(1))
  await vi.waitFor(async () => expect((await read())?.row).toMatchObject({ name: 'As the server has it' }))
})
