import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

/** A lock that somebody holds. */
const held: LockPort = {
  run: async (_, work, options) => {
    steals.push(options?.steal === true)
    return options?.steal ? work() : 'taken'
  },
}

beforeEach(async () => {
  userId += 1
  steals = []
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

const state = async () => (await db.outbox.get(1))?.state
const heldSince = (at: number) => db.meta.put({ key: BEAT, value: at })

describe('where somebody holds the queue', () => {
  test('who is at it is left to it, also one that is hidden and says so once a minute', async () => {
    await heldSince(Date.now() - 70_000)
    expect(await sendInBackground(register, held), 'still waits').toBe(1)
    expect([steals, await state()]).toEqual([[false], 'pending'])
  })

  test('a tab that sleeps with it loses it after a while', async () => {
    await heldSince(Date.now() - FROZEN_AFTER - 1_000)
    expect(await sendInBackground(register, held)).toBe(0)
    expect([steals, await state()]).toEqual([[false, true], 'done'])
  })

  test('the browser is told to try again where nobody says that they send', async () => {
    await expect(sendInBackground(register, held)).rejects.toThrow('Somebody holds the queue')
    expect([steals, await state()]).toEqual([[false], 'pending'])
  })
})

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
