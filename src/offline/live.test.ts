// @vitest-environment jsdom
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#contract/calls/live.ts'
import { register } from '#contract/register.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import type { Message, News } from './channel.ts'
import { readConnection } from './connection.ts'
import { hearTabs, onHeard, spreadOwn } from './heard.ts'
import { followLive } from './live.ts'
import { localLocks } from './locks.ts'
import { startPulling } from './sync.ts'
import { openUserDb, type UserDb } from './user-db.ts'

/** The connection in the hands of the test: what it says is said by the server. */
let connection: { onUp: (up: boolean, isNew: boolean) => void; onMessage: (message: LiveMessage) => void }
vi.mock('./socket.ts', () => ({
  startLive: (options: typeof connection) => {
    connection = options
    return { stop: () => undefined }
  },
}))

let server: SyncDouble
let db: UserDb
let userId = 4_000
const stops: (() => void)[] = []
let own: string[][]
let begun: number
let heard: News[]

beforeEach(async () => {
  server = syncDouble()
  userId += 1
  connection = undefined as never
  own = []
  begun = 0
  heard = []
  db = await openUserDb(userId, register)
  vi.stubGlobal('requestIdleCallback', (told: (deadline: object) => void) => setTimeout(told, 0, { didTimeout: false }))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  db.close()
  vi.unstubAllGlobals()
})

async function start() {
  const deviceId = crypto.randomUUID()
  const pulling = startPulling({ db, register, userId, deviceId, locks: localLocks() })
  const live = followLive({
    userId,
    deviceId,
    register,
    pullNow: () => void pulling.now(),
    onOwn: modules => own.push(modules),
    onBegun: () => void (begun += 1),
  })
  stops.push(
    pulling.stop,
    live.stop,
    onHeard(news => heard.push(news)),
  )
  await vi.waitFor(() => expect(connection).toBeDefined())
  await pulling.now()
  return pulling
}
const message = (more: Partial<LiveMessage> = {}): LiveMessage => ({
  epoch: server.state.epoch,
  seq: server.state.seq,
  changes: [],
  many: [],
  missed: false,
  ...more,
})
const told = () => heard.flatMap(({ changes }) => changes.map(({ t, id, v }) => `${t} ${id} v${v}`))

test('each version that others wrote is told once, whether it comes by the connection or by the pull', async () => {
  const pulling = await start()
  connection.onUp(true, true)
  expect(readConnection().live).toBe(true)
  expect(begun).toBe(1)
  server.write('source', 1, { label: 'A' })
  connection.onMessage(message({ changes: [{ t: 'source', id: 1, v: 1 }] }))
  connection.onMessage(message({ changes: [{ t: 'source', id: 1, v: 1 }] }))
  await pulling.now()
  await vi.waitFor(async () => expect((await db.lists.get(1))?.v).toBe(1))
  connection.onMessage(message({ changes: [{ t: 'customer', id: 2, v: 7 }] }))
  connection.onMessage(message({ changes: [{ t: 'customer', id: 2, v: 6 }] }))
  expect(told()).toEqual(['source 1 v1', 'customer 2 v7'])
  expect(own).toEqual([])
})

test('what was written here is no news; what this person wrote past the queue makes everything of it new', async () => {
  await start()
  spreadOwn(userId, [{ t: 'customer', id: 3, v: 2 }])
  connection.onMessage(message({ changes: [{ t: 'customer', id: 3, v: 2, own: true }] }))
  expect(own).toEqual([])
  connection.onMessage(
    message({ changes: [{ t: 'customer', id: 4, v: 2, own: true }], many: [{ t: 'unit', own: true }] }),
  )
  expect(own).toEqual([['customer', 'unit']])
  expect(told()).toEqual([])
})

describe('after a restore of the server versions start lower, and what others write is told all the same', () => {
  /** Everything that was written since the backup is lost. */
  function restore() {
    server.state.epoch = crypto.randomUUID()
    server.rows.set(5, { t: 'source', row: { ...server.rows.get(5)!.row, version: 1 } })
  }
  beforeEach(async () => {
    const pulling = await start()
    for (const label of ['A', 'B', 'C']) server.write('source', 5, { label })
    await pulling.now()
    restore()
  })

  test('by the connection', () => {
    connection.onMessage(message({ changes: [{ t: 'source', id: 5, v: 2 }] }))
    expect(told()).toEqual(['source 5 v3', 'source 5 v2'])
  })

  test('by the pull', async () => {
    const pulling = startPulling({ db, register, userId, deviceId: crypto.randomUUID(), locks: localLocks() })
    stops.push(pulling.stop)
    await pulling.now()
    server.write('source', 5, { label: 'D' })
    await pulling.now()
    expect(told()).toEqual(['source 5 v3', 'source 5 v2'])
  })

  test('by another tab', async () => {
    stops.push(hearTabs(userId))
    const other = new BroadcastChannel('caredesk')
    const news = { changes: [{ t: 'source', id: 5, v: 2 }], many: [], epoch: server.state.epoch }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    other.postMessage({ kind: 'heard', userId, news } satisfies Message)
    await vi.waitFor(() => expect(told()).toEqual(['source 5 v3', 'source 5 v2']))
    other.close()
  })
})

test('message after message is not pull after pull, and the last of them is pulled', async () => {
  let clock = 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let pulls = 0
    const live = followLive({
      userId,
      deviceId: crypto.randomUUID(),
      register,
      pullNow: () => (pulls += 1),
      onOwn: () => undefined,
      onBegun: () => undefined,
    })
    stops.push(live.stop)
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(() => expect(connection).toBeDefined())
    for (let n = 0; n < 30; n += 1) {
      connection.onMessage(message({ changes: [{ t: 'customer', id: 900 + n, v: 1 }] }))
      clock += 100
      await vi.advanceTimersByTimeAsync(100)
    }
    // At once, and then once a second: the last of them a second after the one before.
    expect(pulls).toBe(4)
    clock += 10_000
    await vi.advanceTimersByTimeAsync(10_000)
    expect(pulls).toBe(4)
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

test('after a gap every list hears that there may be more', async () => {
  await start()
  connection.onMessage(message({ missed: true }))
  expect(heard.at(-1)?.many).toEqual(Object.keys(register))
})

test('however messages are lost, doubled and reordered, the device ends with what the server has, and never goes back', async () => {
  const step = fc.record({ id: fc.integer({ min: 1, max: 3 }), fate: fc.constantFrom('told', 'lost', 'late', 'twice') })
  await start()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async steps => {
      const late: LiveMessage[] = []
      const seen = new Map<number, number>()
      connection.onUp(true, true)
      for (const { id, fate } of steps) {
        const { version } = server.write('source', id, { label: `${id} ${Math.random()}` })
        const said = message({ changes: [{ t: 'source', id, v: version }] })
        if (fate === 'late') late.push(said)
        if (fate === 'told' || fate === 'twice') connection.onMessage(said)
        if (fate === 'twice') connection.onMessage(said)
        for (const kept of await db.lists.toArray()) {
          expect(kept.v).toBeGreaterThanOrEqual(seen.get(kept.id) ?? 0)
          seen.set(kept.id, kept.v)
        }
      }
      for (const said of late.toReversed()) connection.onMessage(said)
      // The connection comes back, and whatever was lost is fetched with that.
      connection.onUp(false, false)
      connection.onUp(true, false)
      await vi.waitFor(async () => {
        const kept = (await db.lists.toArray()).map(({ id, v, row }) => [id, v, row?.label])
        const there = [...server.rows.values()].map(({ row }) => [row.id, row.version, row.label])
        expect(kept).toHaveLength(there.length)
        expect(kept).toEqual(expect.arrayContaining(there))
      })
    }),
    { numRuns: 15 },
  )
})
