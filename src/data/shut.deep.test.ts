// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { readConnection } from '#src/offline/connection.ts'
import { writeSession } from '#src/offline/device.ts'
import { holdInMemory } from '#src/offline/in-memory.ts'
import { sendQueue } from '#src/offline/queue.ts'
import { noteUnkept } from '#src/offline/unkept-files.ts'
import { closeUserDb, userDbName } from '#src/offline/user-db.ts'
import { deviceSession } from '../../tests/support/device-session.ts'
import { doesNotOpen, plantWaiting } from '../../tests/support/shut-store.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { openData } from './open-data.ts'
import { openStore } from './open-store.ts'

let userId = 9_650
afterEach(() => void vi.restoreAllMocks())

const wake = async () => {
  window.dispatchEvent(new Event('focus'))
  await new Promise(resolve => setTimeout(resolve, 500))
}

const opens = (isOpen: () => void) =>
  vi.waitFor(async () => {
    await wake()
    expect(isOpen).toHaveBeenCalledTimes(1)
  }, 15_000)

/** A page whose store does not open, though it would by now. */
async function shut() {
  syncDouble()
  userId += 1
  await writeSession(deviceSession(userId))
  await plantWaiting(userId, 1)
  const opensAgain = doesNotOpen(userId)
  const { signal } = new AbortController()
  const isOpen = vi.fn()
  const data = await openData({ userId, register, signal, onChanged: () => undefined, onBroken: isOpen })
  expect(readConnection().shut?.why).toBe('storageShut')
  return { data, isOpen, opensAgain }
}

test('a store that is shut is tried again whenever somebody comes back, and whoever asks next gets it', async () => {
  const { data, isOpen, opensAgain } = await shut()
  await wake()
  expect(isOpen).not.toHaveBeenCalled()
  opensAgain()
  await opens(isOpen)
  expect(readConnection()).toMatchObject({ trouble: null })
  data.close()
  const { db } = await openStore(userId, register)
  expect(await db?.outbox.count()).toBe(1)
  closeUserDb(db!)
})

test('what was sent by itself and has no answer yet is asked once more as the same one, before the page works with a store again', async () => {
  const { data, isOpen, opensAgain } = await shut()
  const queue = sendQueue(data.sender.meta)
  const wish = { op: 'source.create', opV: 1, id: null, args: { label: 'New' }, base: null }
  const { intent } = await queue.open(wish, async () => 1)
  opensAgain()
  const asked = vi.spyOn(IDBFactory.prototype, 'open')
  await wake()
  // To count what waits it is opened as it is, and to work with it as this build has it.
  expect(asked).not.toHaveBeenCalledWith(userDbName(userId), expect.any(Number))
  expect((await queue.open(wish, async () => 2)).intent.mid).toBe(intent.mid)
  await queue.settle(intent.mid)
  await opens(isOpen)
  data.close()
})

test('what never had an answer and was given up, or said in other words, does not keep it shut', async () => {
  const { data, isOpen, opensAgain } = await shut()
  const wish = { op: 'source.create', opV: 1, id: null, args: { label: 'New' }, base: null }
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 3 * 60_000)
  await sendQueue(data.sender.meta).open(wish, async () => 1)
  clock.mockRestore()
  opensAgain()
  await opens(isOpen)
  data.close()
})

test('a photo that this page alone has stays with whoever sends it', async () => {
  const { data, isOpen, opensAgain } = await shut()
  const letGo = holdInMemory()
  noteUnkept(data.sender, 1)
  opensAgain()
  const asked = vi.spyOn(IDBFactory.prototype, 'open')
  await wake()
  expect(asked).not.toHaveBeenCalledWith(userDbName(userId), expect.any(Number))
  noteUnkept(data.sender, 0)
  letGo()
  await opens(isOpen)
  data.close()
})
