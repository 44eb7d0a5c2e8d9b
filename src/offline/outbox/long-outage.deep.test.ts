import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { PushInput } from '#contract/calls/push.ts'
import { groupBy } from '#contract/group-by.ts'
import { register } from '#contract/register.ts'
import { deviceSession } from '../../../tests/support/device-session.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { writeSession } from '../device.ts'
import { localLocks } from '../locks.ts'
import { closeUserDb, openUserDb } from '../user-db.ts'
import { startDrainer } from './drainer.ts'
import { LONGEST_PAUSE } from './machine.ts'
import { outboxIn } from './store.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const BACK = 2 * HOUR
const DEVICES = 10

const epoch = crypto.randomUUID()
/** A server that says for an hour that it is away, is not there at all for another one, and then takes what it is sent. */
function answer(since: number, { ops }: PushInput): Response {
  if (since < HOUR) return Response.json({ code: 'unavailable', message: 'Away' }, { status: 503 })
  if (since < BACK) throw new TypeError('Failed to fetch')
  const results = ops.map(op => ({ mid: 'mid' in op ? op.mid : op.cancel, status: 'applied' }))
  return Response.json({ epoch, seq: 1, serverTime: new Date().toISOString(), results })
}

const random = (seed: number) => {
  const parts = fc.sample(fc.noBias(fc.nat(999_999)), { seed, numRuns: 500 })
  return () => parts.pop()! / 1_000_000
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** One whose person saves something just when the server goes. Answers when it asked, and how what it had to send stood meanwhile. */
async function device(number: number) {
  const userId = 9_700 + number
  const db = await openUserDb(userId, register)
  await writeSession(deviceSession(userId, { token: 'token' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now())
  const began = Date.now()
  const asked: number[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const sent = (await request.json()) as PushInput
    asked.push(Date.now() - began)
    return answer(asked.at(-1)!, sent)
  })
  await db.outbox.put(waitingOp({ userId, seq: 1, at: began }))
  const store = outboxIn(db, register)
  const sending = { db, store, userId, locks: localLocks(), random: random(number), onTaken: () => undefined }
  const drainer = startDrainer(sending)
  const states = new Set<string>()
  for (;;) {
    await drainer.now()
    const { state } = (await db.outbox.get(1))!
    if (state === 'done') break
    states.add(state)
    vi.advanceTimersToNextTimer()
  }
  drainer.stop()
  closeUserDb(db)
  vi.useRealTimers()
  return { asked, states: [...states] }
}

/** How often one was asked within one such span of time, at most. */
const most = (times: readonly number[], span: number) =>
  Math.max(...[...groupBy(times, at => Math.floor(at / span)).values()].map(found => found.length))

test('a server that is away for two hours is asked by no herd of devices, neither meanwhile nor once it is back, and then has all that they kept', async () => {
  const all: number[] = []
  for (let number = 1; number <= DEVICES; number += 1) {
    const { asked, states } = await device(number)
    expect(states).toEqual(['pending'])
    // None gives up, and none is asked for what the server has.
    expect(asked.length).toBeGreaterThan(BACK / LONGEST_PAUSE)
    expect(asked.filter(at => at >= BACK)).toEqual([asked.at(-1)])
    expect(asked.at(-1)! - BACK).toBeLessThan(LONGEST_PAUSE + SECOND)
    all.push(...asked)
  }
  const since = (from: number) => all.filter(at => at >= from)
  expect(most(since(MINUTE), SECOND)).toBeLessThanOrEqual(3)
  expect(most(since(10 * MINUTE), MINUTE)).toBeLessThanOrEqual(DEVICES)
})
