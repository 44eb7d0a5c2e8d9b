// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { readConnection } from '#src/offline/connection.ts'
import { emptiedFor } from '#src/offline/canary.ts'
import { deviceAgain } from '#src/offline/device-again.ts'
import { deviceDb, writeSession } from '#src/offline/device.ts'
import { onSignedOut } from '#src/offline/api.ts'
import { closeUserDb, closeUserDbs } from '#src/offline/user-db.ts'
import { deviceSession, lasts } from '../../tests/support/device-session.ts'
import { takeAway } from '../../tests/support/take-away.ts'
import { openEarly, openedEarly, openStore } from './open-store.ts'

let userId = 9_600
beforeEach(() => {
  userId += 10
})

test('whoever asks first gets the store that was opened early, and the next one another', async () => {
  await openEarly(userId, register)
  const early = openedEarly(userId)
  expect(early?.isOpen()).toBe(true)
  const { db } = await openStore(userId, register)
  expect(db).toBe(early)
  expect(openedEarly(userId)).toBeNull()
  const again = await openStore(userId, register)
  expect(again.db).not.toBe(db)
  for (const one of [db, again.db]) closeUserDb(one!)
})

test('what was opened for somebody else is let go', async () => {
  await openEarly(userId, register)
  const theirs = openedEarly(userId)!
  expect(openedEarly(userId + 1)).toBeNull()
  const { db } = await openStore(userId + 1, register)
  expect(db?.name).toBe(`caredesk-u-${userId + 1}`)
  await vi.waitFor(() => expect(theirs.isOpen()).toBe(false))
  closeUserDb(db!)
})

test('what was closed for a sign-out stays closed, until somebody signs in again', async () => {
  await openEarly(userId, register)
  closeUserDbs(userId)
  const closed = await openStore(userId, register)
  expect(closed.dismissed.signal.aborted).toBe(true)
  expect(closed.db?.isOpen()).toBe(false)

  await openEarly(userId, register)
  closeUserDbs(userId)
  await openEarly(userId, register)
  const { db, dismissed } = await openStore(userId, register)
  expect([db?.isOpen(), dismissed.signal.aborted]).toEqual([true, false])
  closeUserDb(db!)
})

test('what the browser took away meanwhile is opened anew', async () => {
  await openEarly(userId, register)
  const gone = openedEarly(userId)!
  await takeAway(gone)
  const { db } = await openStore(userId, register)
  expect(db).not.toBe(gone)
  expect(db?.isOpen()).toBe(true)
  closeUserDb(db!)
})

test('a device whose databases alone were thrown away keeps its name, and asks what the server knew of it', async () => {
  const name = await deviceAgain()
  await (await deviceDb()).entries.clear()
  expect(emptiedFor()).toBeUndefined()
  const { db, deviceId } = await openStore(userId, register)
  expect([deviceId, emptiedFor()]).toEqual([name, expect.any(Number)])
  closeUserDb(db!)
})

test('a browser that keeps nothing opens nothing, and says so', async () => {
  const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('not here', 'SecurityError')
  })
  onTestFinished(() => open.mockRestore())
  await openEarly(userId, register)
  const { db, deviceId } = await openStore(userId, register)
  expect([db, typeof deviceId]).toEqual([null, 'string'])
  expect(readConnection().trouble).toBe('noStorage')
})

test('after as many days without a word from the server as a session may last nothing is opened, and the session ends', async () => {
  const DAY = 86_400_000
  await writeSession(deviceSession(userId, { lasts: { ...lasts, days: 14 } }))
  const heard = async (ago: number) => {
    const { db } = await openStore(userId, register)
    const groups = { hash: 'h', names: ['lists'] }
    const syncedAt = new Date(Date.now() - ago * DAY).toISOString()
    await db!.meta.put({ key: 'cursor', value: { epoch: 'e', seq: 1, groups, g: 1, syncedAt } })
    closeUserDb(db!)
  }
  const ended = vi.fn()
  const stop = onSignedOut(ended)
  await heard(13.9)
  const { db } = await openStore(userId, register)
  expect([db?.isOpen(), ended.mock.calls.length]).toEqual([true, 0])
  closeUserDb(db!)
  await heard(14.1)
  const later = await openStore(userId, register)
  expect(later.db).toBeNull()
  expect(ended).toHaveBeenCalledTimes(1)
  stop()
})
