import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenQuiet, whileReading } from './when-quiet.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Idle at every turn: what holds the work back is the reading alone.
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function held() {
  let resolve = () => {}
  const promise = new Promise<void>(done => (resolve = done))
  return { promise, resolve: () => resolve() }
}

it('waits until everything is read, and for what is read next', async () => {
  const work = vi.fn<() => void>()
  const first = held()
  const second = held()
  void whileReading(first.promise)
  whenQuiet(work)
  await vi.advanceTimersByTimeAsync(1_000)
  void whileReading(second.promise)
  first.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).not.toHaveBeenCalled()
  second.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(1)
})

it('counts what could not be read as read', async () => {
  const work = vi.fn<() => void>()
  await Promise.resolve(whileReading(Promise.reject(new Error('gone')))).catch(() => undefined)
  whenQuiet(work)
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(1)
})

it('does not wait forever for what is never read', async () => {
  const work = vi.fn<() => void>()
  const never = held()
  void whileReading(never.promise)
  whenQuiet(work)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(work).toHaveBeenCalledTimes(1)
  never.resolve()
})

it('can be left while it waits', async () => {
  const work = vi.fn<() => void>()
  const read = held()
  void whileReading(read.promise)
  const leave = whenQuiet(work)
  await vi.advanceTimersByTimeAsync(500)
  leave()
  read.resolve()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(work).not.toHaveBeenCalled()
})
