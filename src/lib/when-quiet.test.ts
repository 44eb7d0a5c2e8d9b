import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenQuiet, whileReading } from './when-quiet.ts'

/** Is the processor busy all the time? */
let isBusy = false
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  isBusy = false
  vi.stubGlobal('requestIdleCallback', (told: (deadline: { didTimeout: boolean }) => void) =>
    setTimeout(() => told({ didTimeout: isBusy }), isBusy ? 1_000 : 0),
  )
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

it('waits while the processor is busy, however often it asks', async () => {
  const work = vi.fn<() => void>()
  isBusy = true
  whenQuiet(work)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(work).not.toHaveBeenCalled()
  isBusy = false
  await vi.advanceTimersByTimeAsync(2_100)
  expect(work).toHaveBeenCalledTimes(1)
})

it('waits no longer than its patience', async () => {
  const work = vi.fn<() => void>()
  isBusy = true
  whenQuiet(work, 1_000)
  await vi.advanceTimersByTimeAsync(900)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
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
