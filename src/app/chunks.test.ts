// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteListeners } from '../../tests/support/forget-listeners.ts'

const reload = vi.fn()
let forget: () => void
beforeEach(() => {
  forget = noteListeners(window, document)
  sessionStorage.clear()
  vi.stubGlobal('location', { reload })
  vi.resetModules()
})
afterEach(() => {
  forget()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  reload.mockClear()
})

const watch = async (onLine = true) => {
  vi.stubGlobal('navigator', { onLine })
  const { watchChunks } = await import('./chunks.ts')
  const dirty = await import('#src/session/dirty.ts')
  const news = await import('./app-news.ts')
  watchChunks()
  return { ...dirty, ...news }
}
const miss = () => window.dispatchEvent(new Event('vite:preloadError'))
const settle = () => new Promise(resolve => setTimeout(resolve, 20))

test('a piece that does not come makes the page load again, and not all the time', async () => {
  await watch()
  vi.useFakeTimers({ toFake: ['Date'] })
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  vi.setSystemTime(Date.now() + 50_000)
  miss()
  await settle()
  expect(reload).toHaveBeenCalledTimes(1)
  // The service worker may end once more in a long day.
  vi.setSystemTime(Date.now() + 50_000)
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})

test('not under input that has no draft; what has one is written first', async () => {
  const { holdOpen, holdDraft, keepBeforeLeaving } = await watch()
  holdOpen()
  miss()
  await settle()
  expect(reload).not.toHaveBeenCalled()
  holdDraft()
  const keep = vi.fn(async () => undefined)
  keepBeforeLeaving(keep)
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(keep).toHaveBeenCalledTimes(1)
})

test('without a connection it is said, until there is one', async () => {
  const { readNews } = await watch(false)
  miss()
  expect(readNews().missing).toBe(true)
  window.dispatchEvent(new Event('online'))
  expect(readNews().missing).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
