// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()
const right = Date.UTC(2026, 10, 20, 10)
/** A page as it begins: what it knows is what the page before remembered. */
const begin = () => {
  vi.resetModules()
  return import('./clock.ts')
}

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: right })
})
afterEach(() => vi.useRealTimers())

it('is the server’s time, by the middle one of its last five answers', async () => {
  const clock = await begin()
  expect(clock.serverNow()).toBe(right)
  for (const late of [1_000, 2_000, 90_000, 3_000, 2_500]) clock.noteServerTime(iso(right + late))
  expect(clock.clockOffset()).toBe(2_500)
  clock.noteServerTime('no time at all')
  expect(clock.clockOffset()).toBe(2_500)
})

it('is remembered by a page that begins without a network', async () => {
  vi.setSystemTime(right + 365 * DAY)
  const online = await begin()
  online.noteServerTime(iso(right))
  vi.setSystemTime(right + 365 * DAY + HOUR)
  const offline = await begin()
  expect(offline.serverNow()).toBe(right + HOUR)
})

it('is never before what the server said last: a tablet whose clock begins anew', async () => {
  const online = await begin()
  online.noteServerTime(iso(right))
  vi.setSystemTime(0)
  const offline = await begin()
  expect(offline.serverNow()).toBe(right)
})

it('is right with the first answer after the clock was set anew', async () => {
  const clock = await begin()
  for (let answer = 0; answer < 5; answer += 1) clock.noteServerTime(iso(right))
  vi.setSystemTime(right - DAY)
  clock.noteServerTime(iso(right + HOUR))
  expect(clock.serverNow()).toBe(right + HOUR)
})

it('calls a clock wrong from ten minutes on, behind or ahead, and tells whoever watches', async () => {
  const clock = await begin()
  const told = vi.fn<() => void>()
  clock.watchClock(told)
  clock.noteServerTime(iso(right + 9 * MINUTE))
  expect(clock.minutesBehind()).toBe(0)
  clock.noteServerTime(iso(right + 20 * MINUTE))
  expect(clock.minutesBehind()).toBe(20)
  clock.noteServerTime(iso(right - 2 * DAY))
  expect(clock.minutesBehind()).toBe(-2 * 24 * 60)
  expect(told).toHaveBeenCalledTimes(3)
})

it('does without a store that is full, and with one that holds something else', async () => {
  localStorage.setItem('caredesk.clock', '{"offset":"soon"}')
  const clock = await begin()
  expect(clock.clockOffset()).toBe(0)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  clock.noteServerTime(iso(right + HOUR))
  expect(clock.clockOffset()).toBe(HOUR)
})
