import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterFirstPage } from './after-first-page.ts'
import { markConnection } from './connection.ts'

const HEAD_START = 1_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  markConnection({ lastSyncAt: null, syncing: false, trouble: null })
})
afterEach(() => void vi.useRealTimers())

it('waits for a first pull that begins late, until it is through', async () => {
  const work = vi.fn<() => void>()
  afterFirstPage(HEAD_START, work)
  await vi.advanceTimersByTimeAsync(2 * HEAD_START)
  markConnection({ syncing: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).not.toHaveBeenCalled()
  markConnection({ lastSyncAt: '2026-11-23T08:00:00.000Z' })
  markConnection({ syncing: false })
  await vi.advanceTimersByTimeAsync(HEAD_START)
  expect(work).toHaveBeenCalledTimes(1)
})

it('waits only for the head start where no pull will begin, and on a device that was filled before', async () => {
  const work = vi.fn<() => void>()
  afterFirstPage(HEAD_START, work, () => false)
  await vi.advanceTimersByTimeAsync(HEAD_START + 100)
  expect(work).toHaveBeenCalledTimes(1)
  markConnection({ lastSyncAt: '2026-11-23T08:00:00.000Z', syncing: true })
  afterFirstPage(HEAD_START, work)
  await vi.advanceTimersByTimeAsync(HEAD_START + 100)
  expect(work).toHaveBeenCalledTimes(2)
})

it('is done even where a pull never begins', async () => {
  const work = vi.fn<() => void>()
  afterFirstPage(HEAD_START, work)
  await vi.advanceTimersByTimeAsync(20 * HEAD_START)
  expect(work).toHaveBeenCalledTimes(1)
})

it('can be left while the first pull is under way', async () => {
  const work = vi.fn<() => void>()
  const leave = afterFirstPage(HEAD_START, work)
  markConnection({ syncing: true })
  await vi.advanceTimersByTimeAsync(HEAD_START)
  leave()
  markConnection({ syncing: false })
  await vi.advanceTimersByTimeAsync(20 * HEAD_START)
  expect(work).not.toHaveBeenCalled()
})
