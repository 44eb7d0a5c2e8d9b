import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { register } from '#contract/register.ts'
import { deviceSession } from '../../../tests/support/device-session.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import type { Message } from '../channel.ts'
import { readSession, writeSession } from '../device.ts'
import { FROZEN_AFTER, type LockPort } from '../locks.ts'
import { closeUserDb, openUserDb, type UserDb } from '../user-db.ts'
import { BEAT } from './drain-locked.ts'
import { sendInBackground } from './send-in-background.ts'

const ask = vi.hoisted(() => vi.fn())
vi.mock('../ask.ts', () => ({ ask }))

const sendFiles = vi.hoisted(() => vi.fn())
vi.mock('./send-files.ts', () => ({ sendFiles }))

let userId = 8_900
let db: UserDb
let steals: boolean[]
/** What it says of how much still waits. */
let told: number[]

/** A lock that somebody holds, for so many looks at it. */
const heldFor = (looks: number): LockPort => ({
  run: async (_, work, options) => {
    steals.push(options?.steal === true)
    return options?.steal || steals.length > looks ? work() : 'taken'
  },
})
const held = heldFor(Infinity)

beforeEach(async () => {
  userId += 1
  steals = []
  told = []
  ask.mockReset().mockImplementation((_, { ops }: { ops: { mid: string }[] }) =>
    Promise.resolve({
      epoch: 'epoch',
      serverTime: new Date().toISOString(),
      results: ops.map(({ mid }) => ({ mid, status: 'applied' })),
    }),
  )
  await writeSession({ ...deviceSession(userId), token: 'of-asha' })
  db = await openUserDb(userId, register)
  await db.outbox.put(waitingOp({ userId, seq: 1, id: 1, lane: 'source:1', prevMid: null }))
})
afterEach(() => closeUserDb(db))

const send = (locks?: LockPort) => sendInBackground(register, count => told.push(count), locks)
const state = async () => (await db.outbox.get(1))?.state
const heldSince = (at: number) => db.meta.put({ key: BEAT, value: at })

const answerWith = (status: string) =>
  ask.mockImplementation((_, { ops }: { ops: { mid: string }[] }) =>
    Promise.resolve({
      epoch: 'epoch',
      serverTime: new Date().toISOString(),
      results: ops.map(({ mid }) => ({ mid, status })),
    }),
  )

const breath = async () => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise(resolve => setImmediate(resolve))
}
/** How it ended, and after how many seconds of the worker's. */
async function ended(work: Promise<number>): Promise<{ left: number | string; after: number }> {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const end = work.catch(({ message }: Error) => message)
  for (let after = 0; ; after += 1) {
    const left = await Promise.race([end, breath()])
    if (left !== undefined) return { left, after }
    await vi.advanceTimersByTimeAsync(1_000)
  }
}
const stillWaits = 'Something waits here that could be sent'

describe('where somebody holds the queue', () => {
  test('who is at it is left to it, also one that is hidden and says so once a minute; and then the browser tries again', async () => {
    await heldSince(Date.now() - 70_000)
    expect(await ended(send(held))).toEqual({ left: stillWaits, after: 120 })
    expect([new Set(steals), await state()]).toEqual([new Set([false]), 'pending'])
    expect(ask).not.toHaveBeenCalled()
  })

  test('what a tab leaves that is closed meanwhile is sent at once', async () => {
    await heldSince(Date.now())
    await db.outbox.update(1, { state: 'sending', claim: 'tab/1', sentOnce: true })
    expect(await ended(send(heldFor(3)))).toEqual({ left: 0, after: 6 })
    expect([steals, await state()]).toEqual([[false, false, false, false], 'done'])
  })

  test('nothing is tried again where it has sent all of it, or what it has left waits for its person', async () => {
    await heldSince(Date.now())
    await db.outbox.bulkPut([
      { ...(await db.outbox.get(1))!, state: 'done', open: 0 },
      waitingOp({ userId, seq: 2, id: 2, lane: 'source:2', state: 'conflict' }),
      waitingOp({ userId, seq: 3, id: 2, lane: 'source:2' }),
    ])
    expect(await ended(send(heldFor(2)))).toEqual({ left: 2, after: 4 })
    expect(ask).not.toHaveBeenCalled()
  })

  test('a tab that sleeps with it loses it after a while', async () => {
    await heldSince(Date.now() - FROZEN_AFTER - 1_000)
    expect(await send(held)).toBe(0)
    expect([steals, await state()]).toEqual([[false, true], 'done'])
  })

  test('the browser is told to try again at once where nobody says that they send: that may be the next version of the app', async () => {
    await expect(send(held)).rejects.toThrow(stillWaits)
    expect([steals, await state()]).toEqual([[false], 'pending'])
  })
})

test('the browser is told to try again where the server has no time for something, and how much waits is said all the same', async () => {
  answerWith('retry')
  await expect(send()).rejects.toThrow(stillWaits)
  expect([told, await state()]).toEqual([[1], 'pending'])
})

test.each(['conflict', 'blocked'])(
  'nothing is tried again for what waits for a person or another device: %s',
  async status => {
    answerWith(status)
    expect(await send()).toBe(1)
    expect(told).toEqual([1])
  },
)

test('pages hear that the server is there, also where it took nothing but a file', async () => {
  const page = new BroadcastChannel('caredesk')
  const heard: Message[] = []
  page.addEventListener('message', ({ data }) => heard.push(data as Message))
  await db.outbox.clear()
  await db.blobs.put({ hash: 'of-a-photo', mime: 'image/jpeg', bytes: new ArrayBuffer(1), uploads: [], files: [1] })
  sendFiles.mockResolvedValue(['customer'])
  await sendInBackground(register)
  await vi.waitFor(() => expect(heard.map(({ kind }) => kind)).toEqual(['sent', 'changed', 'free']))
  page.close()
})

test('a session that the server has ended stops it: all waits as it did, for a page that asks its person to sign in', async () => {
  await db.outbox.put(waitingOp({ userId, seq: 2, id: 2, lane: 'source:2', prevMid: null }))
  await db.blobs.put({ hash: 'of-a-photo', mime: 'image/jpeg', bytes: new ArrayBuffer(1), uploads: [], files: [1] })
  const answering = ask.getMockImplementation()!
  ask.mockRejectedValue(new Problem('signed-out', 'You have been signed out.'))
  sendFiles.mockClear()
  await expect(sendInBackground(register)).rejects.toThrow('You have been signed out.')
  expect([ask.mock.calls.length, sendFiles.mock.calls.length]).toEqual([1, 0])
  const waiting = { state: 'pending', claim: null, attempts: 0, nextAt: 0, problem: null }
  expect(await db.outbox.toArray()).toMatchObject([waiting, waiting])
  // Who it is is not its to forget: the next page finds out with its first question.
  expect(await readSession()).toMatchObject({ userId, token: 'of-asha' })

  await db.blobs.clear()
  ask.mockImplementation(answering)
  await writeSession({ ...deviceSession(userId), token: 'of-asha-again' })
  expect(await sendInBackground(register)).toBe(0)
  expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['done', 'done'])
})

test('nothing is sent for somebody who has begun to leave', async () => {
  await writeSession(deviceSession(userId))
  expect(await sendInBackground(register)).toBe(0)
  expect(await state()).toBe('pending')
})
