import { afterEach, expect, test, vi } from 'vitest'
import { keepAwake } from './keep-awake.ts'

afterEach(() => vi.unstubAllGlobals())
const settled = () => new Promise(setImmediate)

test('the screen stays on until it is let, also where that comes before the answer', async () => {
  const release = vi.fn(async () => undefined)
  const request = vi.fn(async () => ({ release }))
  vi.stubGlobal('navigator', { wakeLock: { request } })
  const first = keepAwake()
  await settled()
  expect([request.mock.calls, release.mock.calls]).toEqual([[['screen']], []])
  first()
  await settled()
  expect(release).toHaveBeenCalledOnce()
  keepAwake()()
  await settled()
  expect(release).toHaveBeenCalledTimes(2)
})

test('a device that cannot, or does not want to now, scans all the same', async () => {
  vi.stubGlobal('navigator', {})
  keepAwake()()
  const request = vi.fn(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  vi.stubGlobal('navigator', { wakeLock: { request } })
  const end = keepAwake()
  await settled()
  end()
  await settled()
  expect(request).toHaveBeenCalledOnce()
})
