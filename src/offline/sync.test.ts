// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { deviceSession } from '../../tests/support/device-session.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { readyToAsk } from './api.ts'
import { onSignedOut } from './api.ts'
import type { Message, News } from './channel.ts'
import { markConnection, readConnection, watchConnection } from './connection.ts'
import { clearSession, writeSession } from './device.ts'
import { onHeard } from './heard.ts'
import { FROZEN_AFTER, localLocks, type LockPort } from './locks.ts'
import { noteLeftSealed } from './left-sealed.ts'
import { startPulling, type Pulling } from './sync.ts'
import { openUserDb, type UserDb } from './user-db.ts'

let server: SyncDouble
let db: UserDb
let userId = 500
const started: Pulling[] = []

// What is fetched on the way comes from a disk, whose time does not stand still here.
beforeAll(() => Promise.all([import('./outbox/drain.ts'), import('./outbox/machine.ts'), import('./outbox/store.ts')]))
beforeEach(async () => {
  await readyToAsk()
  server = syncDouble()
  userId += 1
  db = await openUserDb(userId, register)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(async () => {
  for (const pulling of started.splice(0)) pulling.stop()
  db.close()
  vi.useRealTimers()
  await clearSession()
})

const DAY = 24 * 60 * 60_000

type Options = Partial<Parameters<typeof startPulling>[0]>
const start = (options: Options = {}) => {
  const pulling = startPulling({ db, register, userId, deviceId: crypto.randomUUID(), locks: localLocks(), ...options })
  started.push(pulling)
  return pulling
}
const asked = (part = '/sync/pull') => server.state.requests.filter(request => request.includes(part)).length
/** Lets what is under way in the database finish without letting product time pass. */
const settle = async () => {
  for (let i = 0; i < 100; i += 1) await new Promise(resolve => setImmediate(resolve))
}
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  await settle()
}
const show = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the device asks at once, every three seconds while it is looked at, and not while it is not', async () => {
  start()
  await settle()
  expect(asked()).toBe(1)
  await pass(3_000)
  await pass(3_000)
  expect(asked()).toBe(3)
  show('hidden')
  await pass(3_000)
  const hidden = asked()
  await pass(60_000)
  expect(asked()).toBe(hidden)
  show('visible')
  await settle()
  expect(asked()).toBe(hidden + 1)
})

test('a build that the server refuses goes on asking, and is told when it may send after all', async () => {
  const refusal = Response.json({ code: 'build-too-old', message: 'Too old' }, { status: 426 })
  server.fetch.mockResolvedValueOnce(refusal)
  start()
  await settle()
  expect(readConnection()).toMatchObject({ refusedBuild: true, trouble: 'clientTooOld' })
  await pass(10_000)
  expect(readConnection()).toMatchObject({ refusedBuild: false, trouble: null })
})

test('a page that nobody looks at asks when the network is back, and now and then while something waits on the device', async () => {
  start()
  await settle()
  show('hidden')
  await pass(3_000)
  const before = asked()
  window.dispatchEvent(new Event('focus'))
  await settle()
  expect(asked()).toBe(before)
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(asked()).toBe(before + 1)
  await pass(60_000)
  expect(asked()).toBe(before + 1)
  await db.outbox.put(waitingOp({ userId }))
  await pass(60_000)
  expect(asked()).toBe(before + 2)
  await pass(59_000)
  expect(asked()).toBe(before + 2)
  show('visible')
  await settle()
})

test.each(['focus', 'online', 'pageshow'])('the %s of the page asks at once', async event => {
  start()
  await settle()
  const before = asked()
  window.dispatchEvent(new Event(event))
  await settle()
  expect(asked()).toBe(before + 1)
})

test('a network that is back is asked at once, whatever hangs since before', async () => {
  start()
  await settle()
  const before = asked()
  server.fetch.mockReturnValueOnce(new Promise(() => undefined))
  await pass(3_000)
  await pass(20_000)
  expect(readConnection()).toMatchObject({ slow: true, silent: true })
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(asked()).toBe(before + 1)
  expect(readConnection()).toMatchObject({ online: true, slow: false, silent: false })
})

test('what is asked for while a cycle runs is asked again after it', async () => {
  const pulling = start()
  await settle()
  const before = asked()
  await Promise.all([pulling.now(), pulling.now(), pulling.now()])
  expect(asked()).toBe(before + 2)
})

test('without an answer the pauses grow up to five minutes, and the first answer ends them', async () => {
  start({ random: () => 1 })
  await settle()
  server.state.network = 'refuse'
  await pass(3_000)
  expect(readConnection().online).toBe(false)
  const pauses: number[] = []
  for (let i = 0; i < 10; i += 1) {
    const before = asked()
    let pause = 0
    while (asked() === before) {
      await pass(1_000)
      pause += 1
    }
    pauses.push(pause)
  }
  expect(pauses).toEqual([4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
  server.state.network = 'up'
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(readConnection().online).toBe(true)
  const before = asked()
  await pass(3_000)
  expect(asked()).toBe(before + 1)
})

test('a server that answers and time and again does not say what is new leaves what is here old, until it does', async () => {
  start({ random: () => 1 })
  await settle()
  const answers = server.fetch.getMockImplementation()!
  server.fetch.mockImplementation(async () =>
    Response.json({ code: 'broken', message: 'Something failed.', requestId: 'r' }, { status: 500 }),
  )
  const said: boolean[] = []
  for (const pause of [3_000, 4_000, 8_000]) {
    await pass(pause)
    said.push(readConnection().behind)
  }
  expect(said).toEqual([false, false, true])
  expect(readConnection().online).toBe(true)
  server.fetch.mockImplementation(answers)
  await pass(16_000)
  expect(readConnection().behind).toBe(false)
})

test('a device that asked too much at once asks again when it was told that it may, and no later', async () => {
  start({ random: () => 1 })
  await settle()
  const answers = server.fetch.getMockImplementation()!
  const tooMany = { code: 'too-many', message: 'That was very much at once.', requestId: 'r' }
  const headers = { 'retry-after': '40' }
  server.fetch.mockImplementation(async () => Response.json(tooMany, { status: 429, headers }))
  for (const pause of [3_000, 40_000, 40_000, 40_000]) await pass(pause)
  server.fetch.mockImplementation(answers)
  const before = asked()
  await pass(39_000)
  expect(asked()).toBe(before)
  await pass(1_000)
  expect(asked()).toBe(before + 1)
})

test('devices that lost the server together come back spread out: the pause is any part of its full length', async () => {
  start({ random: () => 0.5 })
  await settle()
  server.state.network = 'refuse'
  for (let i = 0; i < 7; i += 1) await pass(300_000)
  const before = asked()
  await pass(127_000)
  expect(asked()).toBe(before)
  await pass(2_000)
  expect(asked()).toBe(before + 1)
})

test('the connection tells when the device was last up to date, and while the first load runs how far it is', async () => {
  server.state.pageSize = 2
  for (let id = 1; id <= 5; id += 1) server.write('source', id, { label: `S${id}` })
  const seen: unknown[] = []
  const stop = watchConnection(() => {
    const { loading } = readConnection()
    if (seen.at(-1) !== loading) seen.push(loading)
  })
  start()
  await vi.waitFor(async () => {
    await settle()
    expect(readConnection()).toMatchObject({ loading: null, syncing: false, online: true })
  })
  stop()
  expect(seen).toEqual([null, { rows: 0 }, { rows: 2 }, { rows: 4 }, null])
  expect(Date.parse(readConnection().lastSyncAt!)).not.toBeNaN()
})

test('one that is stopped before its answer is in does not say that whoever is here next is up to date', async () => {
  const locks: LockPort = {
    async run(_, work) {
      const done = await work()
      pulling.stop()
      return done
    },
  }
  const onSynced = vi.fn()
  const pulling = start({ locks, onSynced })
  await settle()
  expect(asked()).toBe(1)
  expect(readConnection().lastSyncAt).toBeNull()
  expect(onSynced).not.toHaveBeenCalled()
})

test('of two tabs one asks at a time', async () => {
  const locks = localLocks()
  const second = await openUserDb(userId, register)
  let under = 0
  let most = 0
  const answer = server.fetch.getMockImplementation()!
  server.fetch.mockImplementation(async request => {
    under += 1
    most = Math.max(most, under)
    await new Promise(resolve => setImmediate(resolve))
    under -= 1
    return answer(request)
  })
  const tabs = [start({ locks }), start({ locks, db: second })]
  for (let i = 0; i < 5; i += 1) await Promise.all(tabs.map(tab => tab.now()))
  expect(most).toBe(1)
  second.close()
})

test('a tab that froze while it held the lock loses it after a while', async () => {
  const steals: boolean[] = []
  const frozen: LockPort = {
    run: async (_name, work, options) => {
      steals.push(options?.steal === true)
      return options?.steal ? work() : 'taken'
    },
  }
  start({ locks: frozen })
  await settle()
  for (let passed = 0; passed <= FROZEN_AFTER; passed += 3_000) await pass(3_000)
  expect(steals[0]).toBe(false)
  expect(steals).toContain(true)
  expect(asked()).toBeGreaterThan(0)
})

describe('of two tabs during a load over a slow network', () => {
  /** As a browser lends it: who loses it is told, and what they were at goes on. */
  function lock(): LockPort & { steals: number } {
    let held: ((reason: Error) => void) | null = null
    const port = {
      steals: 0,
      run: <T>(_name: string, work: () => Promise<T>, options?: { steal?: boolean }) =>
        new Promise<T | 'taken'>((resolve, reject) => {
          if (held && !options?.steal) return resolve('taken')
          if (held) {
            port.steals += 1
            held(new DOMException('Lock broken by another request with the "steal" option.', 'AbortError'))
          }
          held = reject
          void work()
            .then(resolve, reject)
            .finally(() => held === reject && (held = null))
        }),
    }
    return port
  }
  let second: UserDb
  let takes: number
  /** What a browser does between tabs: here both are in one page, which does not hear itself. */
  let between: BroadcastChannel
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  const relay = ({ data }: MessageEvent) => between.postMessage(data)
  /** An answer that comes little by little; JSON may begin with spaces. */
  const slowly = (answer: Response) =>
    new Response(
      new ReadableStream<Uint8Array>({
        async start(body) {
          for (let passed = 0; passed < takes; passed += 10_000) {
            body.enqueue(new TextEncoder().encode(' '))
            await new Promise(resolve => setTimeout(resolve, 10_000))
          }
          body.enqueue(new Uint8Array(await answer.arrayBuffer()))
          body.close()
        },
      }),
      answer,
    )
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
    second = await openUserDb(userId, register)
    between = new BroadcastChannel('caredesk')
    server.state.pageSize = 2
    for (let id = 1; id <= 6; id += 1) server.write('source', id, { label: `S${id}` })
    const answer = server.fetch.getMockImplementation()!
    server.fetch.mockImplementation(async request => slowly(await answer(request)))
  })
  afterEach(() => {
    between.close()
    second.close()
  })
  const loaded = async (most: number) => {
    for (let passed = 0; passed < most && (await db.lists.count()) < 6; passed += 1_000) await pass(1_000)
    return db.lists.count()
  }

  test.each([
    ['page by page', 40_000],
    ['even where a page takes longer than a frozen tab is waited for', 200_000],
  ])('the one whose turn it is keeps it, %s', async (_, each) => {
    takes = each
    between.addEventListener('message', relay)
    const locks = lock()
    start({ locks })
    await settle()
    start({ locks, db: second })
    expect(await loaded(7 * each)).toBe(6)
    expect(locks.steals).toBe(0)
    expect(asked('/sync/snapshot')).toBe(3)
  })

  test('one that is hidden, where the browser lets it say so once a minute, keeps it too', async () => {
    takes = 200_000
    let said = performance.now()
    between.addEventListener('message', event => {
      if (performance.now() - said <= 60_000) return
      said = performance.now()
      relay(event)
    })
    const locks = lock()
    start({ locks })
    await settle()
    start({ locks, db: second })
    expect(await loaded(7 * takes)).toBe(6)
    expect(locks.steals).toBe(0)
  })

  test('one that loses its turn ends what it was at, and does not take it back', async () => {
    takes = 80_000
    const locks = lock()
    // Nothing that it says is heard: it is frozen.
    start({ locks })
    await settle()
    start({ locks, db: second })
    await pass(FROZEN_AFTER + 5_000)
    expect(locks.steals).toBe(1)
    // The page that it waited for at that time.
    const [, [underWay]] = server.fetch.mock.calls as [[Request], [Request]]
    expect(underWay.signal.aborted).toBe(true)
    between.addEventListener('message', relay)
    expect(await loaded(7 * takes)).toBe(6)
    expect(locks.steals).toBe(1)
    await vi.waitFor(async () => {
      await pass(1_000)
      expect(readConnection()).toMatchObject({ loading: null, syncing: false })
    })
  })
})

test('records that this person or others changed are named, here and in the other tabs', async () => {
  const otherTab = new BroadcastChannel('caredesk')
  const told: Message[] = []
  otherTab.addEventListener('message', event => told.push((event as MessageEvent<Message>).data))
  const changed: string[][] = []
  const heard: News[] = []
  const stop = onHeard(news => heard.push(news))
  const pulling = start({ onChanged: modules => changed.push(modules) })
  await settle()
  server.write('source', 1, { label: 'A', updatedBy: userId })
  server.write('city', 2, { label: 'B', updatedBy: 7 })
  await pulling.now()
  stop()
  expect(changed).toEqual([['source']])
  const news = { changes: [{ t: 'city', id: 2, v: 1 }], many: [] }
  expect(heard).toEqual([news])
  const fromThere: Message[] = [
    { kind: 'changed', userId, modules: ['city'] },
    { kind: 'changed', userId: -1, modules: ['state'] },
    { kind: 'synced', userId, at: '2026-02-02T00:00:00.000Z' },
  ]
  markConnection({ sessionOver: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  for (const message of fromThere) otherTab.postMessage(message)
  await vi.waitFor(async () => {
    await settle()
    expect(readConnection()).toMatchObject({ lastSyncAt: '2026-02-02T00:00:00.000Z', sessionOver: false })
  })
  expect(changed).toEqual([['source'], ['city']])
  expect(told).toContainEqual({ kind: 'changed', userId, modules: ['source'] })
  expect(told).toContainEqual({ kind: 'heard', userId, news: { ...news, epoch: server.state.epoch } })
  otherTab.close()
})

test('a page that reached no server learns from whoever sends that it is there, and asks at once', async () => {
  const serviceWorker = new BroadcastChannel('caredesk')
  start({ random: () => 1 })
  await settle()
  server.state.network = 'refuse'
  await pass(3_000)
  await pass(60_000)
  expect(readConnection().online).toBe(false)
  server.state.network = 'up'
  const before = asked()
  const sent = (userId: number): Message => ({ kind: 'sent', userId, mids: [] })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  for (const message of [sent(-1), sent(userId)]) serviceWorker.postMessage(message)
  await vi.waitFor(async () => {
    await settle()
    expect(readConnection().online).toBe(true)
  })
  await settle()
  expect(asked()).toBe(before + 1)
  // What comes after that is no news.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  serviceWorker.postMessage(sent(userId))
  await settle()
  expect(asked()).toBe(before + 1)
  serviceWorker.close()
})

test('a refused session stops the asking', async () => {
  localStorage.setItem('token', 't')
  server.fetch.mockImplementation(async () => {
    server.state.requests.push('GET /sync/pull')
    return Response.json({ code: 'signed-out', message: 'x', requestId: 'r' }, { status: 401 })
  })
  start()
  await settle()
  const before = asked()
  await pass(60_000)
  window.dispatchEvent(new Event('focus'))
  await settle()
  expect(asked()).toBe(before)
  localStorage.clear()
})

test('a server that is away for longer than it keeps the session is said to want a sign-in, until it answers', async () => {
  const until = new Date(Date.now() + 14 * DAY).toISOString()
  await writeSession(deviceSession(userId, { lasts: { idleMinutes: 30, until } }))
  start()
  await settle()
  server.state.network = 'refuse'
  await pass(3_000)
  expect(readConnection()).toMatchObject({ online: false, sessionOver: false })
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000)
  onTestFinished(() => later.mockRestore())
  await pass(10_000)
  expect(readConnection().sessionOver).toBe(true)
  later.mockRestore()
  server.state.network = 'up'
  await pass(20_000)
  expect(readConnection()).toMatchObject({ online: true, sessionOver: false })
})

test('a page that stays open without a word for longer than any session lasts ends what it shows', async () => {
  const until = new Date(Date.now() + 14 * DAY).toISOString()
  await writeSession(deviceSession(userId, { lasts: { idleMinutes: 10_080, until, days: 14 } }))
  const ended = vi.fn()
  const stop = onSignedOut(ended)
  start()
  await settle()
  server.state.network = 'refuse'
  await pass(3_000)
  expect(ended).not.toHaveBeenCalled()
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 14 * DAY + 60_000)
  onTestFinished(() => later.mockRestore())
  await pass(20_000)
  later.mockRestore()
  await vi.waitFor(() => expect(ended).toHaveBeenCalled())
  stop()
})

test('a store that was taken away is reported once, and the asking ends', async () => {
  const broken = vi.fn()
  start({ onBroken: broken })
  await settle()
  db.close({ disableAutoOpen: true })
  await pass(3_000)
  await pass(60_000)
  expect(broken).toHaveBeenCalledTimes(1)
})

test('what has become old leaves by the server’s time: a clock that is set a year ahead takes nothing away', async () => {
  const aYear = 365 * DAY
  server.state.ahead = -aYear
  server.state.groups.names.push('customer')
  const changedAgo = (days: number) => ({ updatedAt: new Date(Date.now() - aYear - days * DAY).toISOString() })
  server.write('customer', 41, { name: 'Of yesterday', ...changedAgo(1) })
  server.write('customer', 42, { name: 'Of last season', ...changedAgo(40) })
  start()
  const held = () => db.table('rec_customer').toCollection().primaryKeys()
  await vi.waitFor(async () => expect(await held()).toEqual([41, 42]))
  await vi.waitFor(async () => expect(await held()).toEqual([41]))
})

test('a full device says so', async () => {
  start()
  await settle()
  server.write('source', 1, { label: 'A' })
  vi.spyOn(db, 'transaction').mockRejectedValue(
    Object.assign(new Error('aborted'), { name: 'AbortError', inner: new DOMException('full', 'QuotaExceededError') }),
  )
  await pass(3_000)
  expect(readConnection().trouble).toBe('storageFull')
})

test('a device that had no room for what was sealed says so until there is none of it left', async () => {
  const row = { store: 'drafts', at: 'sealed-1', as: 'customer:new', names: [], count: 0 }
  noteLeftSealed(db, [row])
  markConnection({ trouble: 'storageFull' })
  start()
  await settle()
  expect(readConnection()).toMatchObject({ lastSyncAt: expect.any(String), trouble: 'storageFull' })
  noteLeftSealed(db, [])
  await pass(3_000)
  expect(readConnection().trouble).toBeNull()
})
