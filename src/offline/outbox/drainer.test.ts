// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PUSH_LIMIT, type PushInput } from '#contract/calls/push.ts'
import { Problem } from '#contract/problem.ts'
import { register } from '#contract/register.ts'
import { deviceSession, lasts } from '../../../tests/support/device-session.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { expectAnswer, markConnection, readConnection } from '../connection.ts'
import { clearSession, deviceId, readSession, writeSession } from '../device.ts'
import { FROZEN_AFTER, localLocks, type LockPort } from '../locks.ts'
import { unreachable } from '../unreachable.ts'
import { closeUserDb, openUserDb, type UserDb } from '../user-db.ts'
import { BEAT, pauseAfter } from './drain-locked.ts'
import { startDrainer, type Drainer } from './drainer.ts'
import { LONGEST_PAUSE } from './machine.ts'
import type { OutboxOp } from './op.ts'
import { outboxIn } from './store.ts'

const ask = vi.hoisted(() => vi.fn())
/** How a page asks that has a server. */
const whole = vi.hoisted(() => ({ ask: () => {} }))
vi.mock('../ask.ts', async load => {
  Object.assign(whole, await load())
  return { ask }
})
const askHere = whole.ask

const MINUTE = 60_000
let userId = 8_600
let db: UserDb
let drainers: Drainer[]
let clock = 0

beforeEach(async () => {
  userId += 1
  clock = 1_000_000
  drainers = []
  ask.mockReset().mockImplementation((_, { ops }: { ops: { mid: string }[] }) =>
    Promise.resolve({
      epoch: 'epoch',
      serverTime: new Date().toISOString(),
      results: ops.map(({ mid }) => ({ mid, status: 'applied' })),
    }),
  )
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  db = await openUserDb(userId, register)
  await writeSession(deviceSession(userId))
})
afterEach(() => {
  for (const drainer of drainers) drainer.stop()
  closeUserDb(db)
  vi.restoreAllMocks()
})

const start = (more: { locks?: LockPort; random?: () => number } = {}) => {
  const store = outboxIn(db, register)
  const drainer = startDrainer({
    db,
    store,
    userId,
    locks: localLocks(),
    random: () => 1,
    onTaken: () => undefined,
    ...more,
  })
  drainers.push(drainer)
  return drainer
}
const put = (seq = 1) => db.outbox.put(waitingOp({ userId, seq, id: seq, lane: `source:${seq}`, prevMid: null }))
const state = async (seq = 1) => (await db.outbox.get(seq))?.state

/** The next sending gets no answer, until it is let go of. */
function hang() {
  const letGo = vi.fn<() => void>()
  const hanging = new Promise<void>(begun => {
    ask.mockImplementationOnce(
      () =>
        new Promise((_, reject) => {
          const answered = expectAnswer(
            letGo.mockImplementation(() => {
              answered()
              reject(unreachable(new Error('No answer')))
            }),
          )
          begun()
        }),
    )
  })
  return { hanging, letGo }
}

describe('the pause after a failure', () => {
  test('is any part of a length that doubles, and never longer than five minutes', () => {
    for (let failures = 1; failures < 60; failures += 1) {
      const longest = pauseAfter(failures, () => 1)
      expect(longest).toBe(Math.min(LONGEST_PAUSE, 2_000 * 2 ** failures))
      expect(pauseAfter(failures, () => 0)).toBe(0)
      expect(pauseAfter(failures, () => 0.5)).toBe(longest / 2)
    }
    expect(LONGEST_PAUSE).toBe(5 * MINUTE)
  })

  test('is kept: nothing is sent before it is over, but what a person asks for is', async () => {
    const drainer = start()
    await drainer.now()
    await put()
    ask.mockRejectedValueOnce(new Problem('unavailable', 'Away'))
    await drainer.now()
    clock += 3_999
    await drainer.now()
    expect(ask).toHaveBeenCalledTimes(1)
    await drainer.now('at once')
    expect(await state()).toBe('done')
  })

  test('asks anew for who wants it at once, where the attempt that runs comes to nothing', async () => {
    const drainer = start()
    await drainer.now()
    await put()
    let lose = () => {}
    ask.mockImplementationOnce(
      () => new Promise((_, reject) => (lose = () => reject(new Problem('unavailable', 'Away')))),
    )
    const early = drainer.now()
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce())
    const wanted = drainer.now('at once')
    lose()
    await early
    await wanted
    expect(ask).toHaveBeenCalledTimes(2)
    expect(await state()).toBe('done')
  })

  test('is nobody’s where what is sent gets no answer: whoever asks, and a network that is back, begin anew', async () => {
    for (const begin of [
      (drainer: Drainer) => void drainer.now('at once'),
      () => void window.dispatchEvent(new Event('online')),
    ]) {
      const drainer = start()
      await drainer.now()
      await put()
      const { hanging, letGo } = hang()
      const early = drainer.now()
      await hanging
      clock += 6_000
      begin(drainer)
      expect(letGo).toHaveBeenCalledOnce()
      await early
      await vi.waitFor(async () => expect(await state()).toBe('done'))
      drainer.stop()
      await db.outbox.clear()
    }
  })

  test('is as long as the server asks for, however short ours would be', async () => {
    const drainer = start({ random: () => 0 })
    await drainer.now()
    await put()
    ask.mockRejectedValueOnce(new Problem('too-many', 'Later', { retryAfter: 90 }))
    await drainer.now()
    clock += 89_999
    await drainer.now()
    expect(ask).toHaveBeenCalledTimes(1)
    expect(await state()).toBe('pending')
    clock += 1
    await drainer.now()
    expect(await state()).toBe('done')
  })

  test.each(['not-yours', 'broken'] as const)(
    'is said with the reason where the server takes nothing time and again: %s',
    async code => {
      const drainer = start()
      await drainer.now()
      await put()
      ask.mockRejectedValue(new Problem(code, 'Not from this device'))
      await drainer.now('at once')
      // Once may be an accident.
      expect(readConnection().notTaken).toBeNull()
      for (let time = 0; time < 3; time += 1) await drainer.now('at once')
      expect(readConnection().notTaken).toBe('Not from this device')
      ask.mockImplementation((_, { ops }: PushInput) =>
        Promise.resolve({
          epoch: 'epoch',
          serverTime: new Date().toISOString(),
          results: ops.map(op => ({ mid: 'mid' in op ? op.mid : op.cancel, status: 'applied' })),
        }),
      )
      await drainer.now('at once')
      expect([await state(), readConnection().notTaken]).toEqual(['done', null])
    },
  )

  test('is told with the reason to whoever asked, and not once the server takes what waits', async () => {
    const drainer = start()
    await drainer.now()
    await put()
    const busy = new Problem('unavailable', 'The database rests')
    ask.mockRejectedValueOnce(busy)
    expect(await drainer.now('at once')).toBe(busy)
    ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await drainer.now('at once')).toBeUndefined()
    ask.mockRejectedValueOnce(busy)
    expect(await drainer.now('at once')).toBe(busy)
    expect(await drainer.now('at once')).toBeUndefined()
    expect(await state()).toBe('done')
  })

  test('is measured by no clock that a person can set', async () => {
    const drainer = start()
    await drainer.now()
    await put()
    ask.mockRejectedValueOnce(new Problem('unavailable', 'Away'))
    await drainer.now()
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 365 * 86_400_000)
    await drainer.now()
    expect(ask).toHaveBeenCalledTimes(1)
    vi.spyOn(Date, 'now').mockImplementation(() => now - 86_400_000)
    clock += 4_000
    await drainer.now()
    expect(await state()).toBe('done')
  })
})

describe('two tabs', () => {
  test('send one at a time', async () => {
    const locks = localLocks()
    let under = 0
    let most = 0
    const answer = ask.getMockImplementation()!
    ask.mockImplementation(async (...asked: unknown[]) => {
      most = Math.max(most, ++under)
      await new Promise(resolve => setTimeout(resolve, 5))
      under -= 1
      return answer(...asked) as unknown
    })
    const tabs = [start({ locks }), start({ locks })]
    await Promise.all(tabs.map(tab => tab.now()))
    for (let seq = 1; seq <= 60; seq += 1) await put(seq)
    await Promise.all(tabs.map(tab => tab.now()))
    expect(most).toBe(1)
    expect(await db.outbox.where('state').equals('done').count()).toBe(60)
  })

  test('one that froze while it sent loses its turn after a while without a sign of life, and one that is hidden and gives one each minute does not', async () => {
    const steals: boolean[] = []
    const drainer = start({
      locks: {
        run: async (_, work, options) => {
          steals.push(options?.steal === true)
          return options?.steal ? work() : 'taken'
        },
      },
    })
    await put()
    await drainer.now()
    const began = Date.now()
    await db.meta.put({ key: BEAT, value: began })
    clock += 40_000
    await drainer.now()
    const at = vi.spyOn(Date, 'now').mockImplementation(() => began + MINUTE + 1_000)
    await drainer.now()
    expect(steals).not.toContain(true)
    at.mockImplementation(() => began + FROZEN_AFTER + 1)
    expect(await drainer.now()).toBeUndefined()
    expect(steals.at(-1)).toBe(true)
    expect(await state()).toBe('done')
  })
})

describe('three tabs', () => {
  /** Each with a channel of its own, as in a browser. */
  const openTab = async (locks: LockPort) => {
    vi.resetModules()
    const { startDrainer } = await import('./drainer.ts')
    const run = vi.fn(locks.run) as unknown as LockPort['run']
    const tab = startDrainer({
      db,
      store: outboxIn(db, register),
      userId,
      locks: { run },
      random: () => 1,
      onTaken: () => undefined,
    })
    drainers.push(tab)
    return { ...tab, cycles: () => vi.mocked(run).mock.calls.length }
  }
  const rest = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const settled = (tabs: { cycles: () => number }[]) =>
    vi.waitFor(async () => {
      const before = tabs.map(tab => tab.cycles())
      await rest(300)
      expect(tabs.map(tab => tab.cycles())).toEqual(before)
    })

  test('do not keep each other awake while one sends, and go on when it has stopped', async () => {
    const locks = localLocks()
    const [first, second, third] = [await openTab(locks), await openTab(locks), await openTab(locks)]
    const all = [first, second, third]
    await Promise.all(all.map(tab => tab.now()))
    await settled(all)
    await put()
    const goOn = holdNext()
    const sent = first.now()
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce())
    const before = all.map(tab => tab.cycles())
    await put(2)
    await put(3)
    expect(await Promise.all([second.now(), third.now()])).toEqual(['taken', 'taken'])
    await settled(all)
    expect(all.map((tab, at) => tab.cycles() - before[at]!)).toEqual([0, 1, 1])

    goOn()
    await sent
    await vi.waitFor(async () => expect([await state(2), await state(3)]).toEqual(['done', 'done']))
    await settled(all)
    // Once more who sent; and each of the others, who were waiting for that.
    for (const [at, tab] of all.entries()) expect(tab.cycles() - before[at]!).toBeLessThanOrEqual(4)
    for (const tab of all) expect(await tab.now()).toBeUndefined()
  })

  test('what comes just when one has stopped is sent by one that waits, or by that one', async () => {
    const locks = localLocks()
    const tabs = [await openTab(locks), await openTab(locks), await openTab(locks)]
    await settled(tabs)
    for (let seq = 1; seq <= 30; seq += 1) {
      await put(seq)
      void tabs[seq % 3]!.now()
      void tabs[(seq + 1) % 3]!.now()
      await rest(seq % 7)
    }
    await vi.waitFor(async () => expect(await db.outbox.where('open').equals(1).count()).toBe(0))
    await settled(tabs)
  })
})

/** The next answer of the server waits until what this returns is called. */
function holdNext(): () => void {
  const answer = ask.getMockImplementation()!
  let goOn = () => {}
  const held = new Promise<void>(resolve => (goOn = resolve))
  ask.mockImplementationOnce(async (...asked: unknown[]) => {
    await held
    return answer(...asked) as unknown
  })
  return goOn
}

/** Hears what the browser is asked to wake the service worker for. */
function registration() {
  const wake = vi.fn(() => Promise.resolve())
  const serviceWorker = { controller: {}, ready: Promise.resolve({ sync: { register: wake } }) }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  return wake
}

describe('a tab that nobody looks at', () => {
  const show = (state: 'visible' | 'hidden') => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  afterEach(() => {
    vi.useRealTimers()
    show('visible')
  })

  test('sends when the network is back, and as soon as the server has answered to anything', async () => {
    const drainer = start()
    await drainer.now()
    show('hidden')
    await put()
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(async () => expect(await state()).toBe('done'))
    await put(2)
    markConnection({ online: false })
    markConnection({ online: true })
    await vi.waitFor(async () => expect(await state(2)).toBe('done'))
    // To be looked at, or not any more, is no news of the network.
    await drainer.now()
    await put(3)
    show('hidden')
    window.dispatchEvent(new Event('focus'))
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(await state(3)).toBe('pending')
  })

  test('has what is just being sent go on should it be closed, and nobody woken where nothing is', async () => {
    const wake = registration()
    const drainer = start()
    await drainer.now()
    show('hidden')
    show('visible')
    await drainer.now()
    expect(wake).not.toHaveBeenCalled()
    await put()
    const goOn = holdNext()
    const sent = drainer.now()
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce())
    show('hidden')
    await Promise.resolve()
    expect(wake).toHaveBeenCalledWith('caredesk-send')
    goOn()
    await sent
    expect(await state()).toBe('done')
  })

  test('looks again now and then while something waits, however long its pause', async () => {
    const settle = async () => {
      for (let turn = 0; turn < 100; turn += 1) await new Promise(resolve => setImmediate(resolve))
    }
    const drainer = start()
    await drainer.now()
    show('hidden')
    await put()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ask.mockRejectedValueOnce(new Problem('unavailable', 'Away'))
    void drainer.now()
    await vi.waitFor(async () => {
      await settle()
      expect(ask).toHaveBeenCalledTimes(1)
    })
    await settle()
    clock += 59_000
    await vi.advanceTimersByTimeAsync(59_000)
    await settle()
    expect(ask).toHaveBeenCalledTimes(1)
    clock += 1_000
    await vi.advanceTimersByTimeAsync(1_000)
    await settle()
    expect(await state()).toBe('done')
  })
})

test('what is not answered within a second is sent also should the page be closed; nothing else wakes anybody for it', async () => {
  const wake = registration()
  const drainer = start()
  await drainer.now()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await db.outbox.put(waitingOp({ userId, seq: 1, state: 'conflict' }))
  await put(2)
  await drainer.now()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([await state(2), wake.mock.calls]).toEqual(['done', []])

  await put(3)
  const goOn = holdNext()
  const sent = drainer.now()
  for (let turn = 0; turn < 1_000 && ask.mock.calls.length < 2; turn += 1)
    await new Promise(resolve => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(900)
  expect(wake).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(wake.mock.calls).toEqual([['caredesk-send']])
  goOn()
  await sent
  expect(await state(3)).toBe('done')
  expect(wake).toHaveBeenCalledOnce()
})

describe('a browser that emptied the databases of this device and left the token', () => {
  const { sessionUser: user } = deviceSession(userId)
  const who = {
    name: 'Asha Rao',
    stage: 'active',
    house: { companyName: 'Care', currency: 'INR', timeZone: 'Asia/Kolkata', helpContact: null, lockMinutes: 10 },
    user,
    actor: { id: userId, permissions: [], branch: null, scopes: {}, approves: [], statusPermission: 'all' },
    lasts,
  }
  const answers = (answer: () => Response) => {
    const fetched = vi.fn(async () => answer())
    vi.stubGlobal('fetch', fetched)
    return fetched
  }
  beforeEach(async () => {
    await clearSession()
    await put()
  })
  afterEach(() => {
    localStorage.removeItem('token')
    vi.unstubAllGlobals()
  })

  test('asks whose it is, remembers it, and sends their work', async () => {
    localStorage.setItem('token', 'of-asha')
    const fetched = answers(() => Response.json({ ...who, userId, sealKey: 'A'.repeat(43) }))
    await start().now()
    expect(await state()).toBe('done')
    const session = await readSession()
    expect(session).toMatchObject({ userId, token: 'of-asha' })
    // What is left unsent at the next sign-out is sealed all the same.
    expect(session?.sealKey).toBeDefined()
    const [request] = fetched.mock.calls[0] as unknown as [Request]
    expect(new URL(request.url).searchParams.get('device')).toBe(await deviceId())
  })

  test('sends nothing where it is somebody else’s, or nobody answers, or nobody is signed in', async () => {
    const fetched = answers(() => Response.json({ ...who, userId: userId + 5_000 }))
    const drainer = start()
    await drainer.now('at once')
    expect(fetched).not.toHaveBeenCalled()
    localStorage.setItem('token', 'of-asha')
    fetched.mockRejectedValueOnce(new TypeError('no network'))
    await drainer.now('at once')
    expect(await readSession()).toBe(null)
    await drainer.now('at once')
    expect(await readSession()).toMatchObject({ userId: userId + 5_000 })
    expect(ask).not.toHaveBeenCalled()
  })
})

describe('a server that waits for a newer build', () => {
  const refusal = () => Response.json({ code: 'build-too-old', message: 'Too old' }, { status: 426 })
  beforeEach(() => void ask.mockImplementation(askHere))
  afterEach(() => {
    markConnection({ refusedBuild: false, trouble: null })
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })
  const serve = (answer: (sent: PushInput) => Response) => {
    const pushed: PushInput[] = []
    const fetched = vi.fn(async (request: Request) => {
      pushed.push((await request.json()) as PushInput)
      return answer(pushed.at(-1)!)
    })
    vi.stubGlobal('fetch', fetched)
    return pushed
  }
  const epoch = crypto.randomUUID()
  const taking = ({ ops }: PushInput) =>
    Response.json({
      epoch,
      seq: 1,
      serverTime: new Date().toISOString(),
      results: ops.map(op =>
        'cancel' in op ? { mid: op.cancel, status: 'cancelled' } : { mid: op.mid, status: 'applied' },
      ),
    })
  /** Everything that can stand in a queue, and more than goes in one envelope. */
  const fill = async () => {
    const queue = { userId, queueId: crypto.randomUUID(), deviceId: crypto.randomUUID() }
    const op = (seq: number, more: Partial<OutboxOp> = {}) =>
      waitingOp({ ...queue, seq, id: seq, lane: `source:${seq}`, ...more })
    await db.outbox.bulkPut([
      op(1, { state: 'conflict', sentOnce: true }),
      op(2, { state: 'rejected', sentOnce: true }),
      op(3, { state: 'cancelling', sentOnce: true }),
      op(4, { attempts: 2, nextAt: Date.now() + MINUTE }),
      ...Array.from({ length: PUSH_LIMIT + 10 }, (_, at) => op(at + 5)),
    ])
  }

  test('leaves all that waits as it is, is not asked again by this page, and has all of it from the next one', async () => {
    const pushed = serve(refusal)
    const drainer = start()
    await drainer.now()
    await fill()
    const before = await db.outbox.toArray()
    await drainer.now()
    expect(pushed.map(({ ops }) => ops.length)).toEqual([PUSH_LIMIT])
    expect(readConnection()).toMatchObject({ online: true, refusedBuild: true })
    const sent = new Set(pushed[0]!.ops.map(op => ('cancel' in op ? op.cancel : op.mid)))
    const after = before.map(op => (sent.has(op.mid) ? { ...op, sentOnce: true, waited: true } : op))
    expect(await db.outbox.toArray()).toEqual(after)

    // However long it waits, whatever is said meanwhile, and whoever comes back to it.
    clock += 60 * MINUTE
    await put(PUSH_LIMIT + 50)
    await drainer.now()
    window.dispatchEvent(new Event('focus'))
    markConnection({ online: false })
    markConnection({ online: true })
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(pushed).toHaveLength(1)
    drainer.stop()

    const sentNext = serve(taking)
    vi.stubEnv('VITE_BUILD', '9.0.0-next')
    vi.resetModules()
    const next = await import('./drainer.ts')
    const store = (await import('./store.ts')).outboxIn(db, register)
    ask.mockImplementation(whole.ask)
    const updated = next.startDrainer({ db, store, userId, locks: localLocks(), onTaken: () => undefined })
    drainers.push(updated)
    await updated.now('at once')
    expect(new Set(sentNext.map(({ build }) => build))).toEqual(new Set(['9.0.0-next']))
    const states = (await db.outbox.toArray()).map(({ state }) => state)
    expect(states.slice(0, 4)).toEqual(['conflict', 'rejected', 'discarded', 'done'])
    expect(states.slice(4).every(state => state === 'done')).toBe(true)
  })

  test('is asked by whoever wants it at once, and has all of it as soon as it takes this build after all', async () => {
    const pushed = serve(refusal)
    const drainer = start()
    await drainer.now()
    await put()
    await drainer.now()
    await drainer.now('at once')
    expect(pushed).toHaveLength(2)
    expect(await state()).toBe('pending')
    serve(taking)
    markConnection({ refusedBuild: false })
    await vi.waitFor(async () => expect(await state()).toBe('done'))
  })
})

test('what waits is not sent while somebody else is signed in, and is not touched', async () => {
  await writeSession(deviceSession(userId + 5_000))
  const drainer = start()
  await put()
  const before = await db.outbox.toArray()
  await drainer.now('at once')
  expect(ask).not.toHaveBeenCalled()
  expect(await db.outbox.toArray()).toEqual(before)
})

test('somebody who signs in between two batches does not send the second one', async () => {
  const first = ask.getMockImplementation()!
  ask.mockImplementationOnce(async (...sent) => {
    await writeSession(deviceSession(userId + 5_000))
    return first(...sent)
  })
  const drainer = start()
  await drainer.now()
  for (let seq = 1; seq <= PUSH_LIMIT + 1; seq += 1) await put(seq)
  await drainer.now('at once')
  expect(ask).toHaveBeenCalledTimes(1)
  expect(await state(PUSH_LIMIT + 1)).toBe('pending')

  await writeSession(deviceSession(userId))
  await drainer.now('at once')
  expect(await state(PUSH_LIMIT + 1)).toBe('done')
})
