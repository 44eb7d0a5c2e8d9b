import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markConnection } from '#src/offline/connection.ts'
import { lockNow, setSharedDevice, unlock } from '#src/session/lock.ts'
import { LockHost } from './lock-host.tsx'

const fetchPage = vi.fn<() => () => React.JSX.Element>()
vi.mock('#src/pages/lock-page.tsx', () => ({
  get LockPage() {
    return fetchPage()
  },
}))
const isThere = () => () => <h1>Locked</h1>
const isMissing = () => {
  throw new TypeError('Failed to fetch dynamically imported module')
}
const onLine = vi.spyOn(navigator, 'onLine', 'get')

beforeEach(() => {
  localStorage.clear()
  onLine.mockReturnValue(true)
  fetchPage.mockReset().mockImplementation(isThere)
  markConnection({ lastSyncAt: '2026-01-01T00:00:00Z' })
})
afterEach(() => {
  act(unlock)
  vi.useRealTimers()
})

test('a lock that cannot be fetched without a network comes as soon as there is one', async () => {
  onLine.mockReturnValue(false)
  fetchPage.mockImplementation(isMissing)
  render(<LockHost />)
  act(lockNow)
  await vi.waitFor(() => expect(fetchPage).toHaveBeenCalled())
  expect(document.getElementById('lock')?.textContent).toBe('')
  onLine.mockReturnValue(true)
  fetchPage.mockImplementation(isThere)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByRole('heading', { name: 'Locked' })).toBeTruthy()
})

test.each([
  [true, true, 1],
  [true, false, 0],
  [false, true, 0],
])('before it is needed it is fetched on a shared device with a network: %s, %s', async (shared, network, times) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onLine.mockReturnValue(network)
  await setSharedDevice(shared)
  render(<LockHost />)
  await vi.advanceTimersByTimeAsync(5_000)
  if (times > 0) await vi.waitFor(() => expect(fetchPage).toHaveBeenCalledTimes(times))
  expect(fetchPage).toHaveBeenCalledTimes(times)
  expect(document.getElementById('lock')).toBeNull()
})
