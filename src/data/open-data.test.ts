import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { readConnection } from '#src/offline/connection.ts'
import { defineUserDb, userDbName } from '#src/offline/user-db.ts'
import { signOutHere } from '#src/offline/wipe.ts'
import { forceCloseDatabase } from 'fake-indexeddb'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { openData, type OpenData } from './open-data.ts'

let server: SyncDouble
let userId = 900
const opened: OpenData[] = []

beforeEach(() => {
  server = syncDouble()
  userId += 1
})
afterEach(() => {
  for (const data of opened.splice(0)) data.close()
})

const start = async () => {
  const onBroken = vi.fn()
  const data = await openData({
    userId,
    register,
    signal: new AbortController().signal,
    onChanged: () => undefined,
    onBroken,
  })
  opened.push(data)
  await data.pullNow()
  return { data, onBroken }
}
const pulls = () => server.state.requests.filter(request => request.includes('/sync/')).length
const wake = async () => {
  window.dispatchEvent(new Event('focus'))
  await new Promise(resolve => setTimeout(resolve, 50))
}

test('after a sign-out nothing opens the database again, and nobody asks the server any more', async () => {
  const { data, onBroken } = await start()
  expect(await signOutHere({ userId })).toEqual({ left: [] })
  const before = pulls()
  await wake()
  await data.pullNow()
  expect(onBroken).not.toHaveBeenCalled()
  expect(pulls()).toBe(before)
  expect((await indexedDB.databases()).map(db => db.name)).not.toContain(userDbName(userId))
})

test('for a newer build this tab lets go, says so and does not come back', async () => {
  const { onBroken } = await start()
  const newer = defineUserDb(userId, register, 3)
  await newer.open()
  const before = pulls()
  await wake()
  expect(readConnection().trouble).toBe('newVersion')
  expect(onBroken).not.toHaveBeenCalled()
  expect(pulls()).toBe(before)
  newer.close()
})

test('a store that the browser takes away under the page is opened again', async () => {
  const { data, onBroken } = await start()
  forceCloseDatabase(data.db!.backendDB() as never)
  await vi.waitFor(() => expect(onBroken).toHaveBeenCalledTimes(1))
})

test('two blocks of record numbers are in hand once the device is up to date', async () => {
  await start()
  await vi.waitFor(() =>
    expect(server.state.requests.filter(request => request === 'POST /sync/lease')).toHaveLength(2),
  )
})
