import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteListeners } from '../../tests/support/forget-listeners.ts'

const reload = vi.fn()
let forget: () => void
beforeEach(() => {
  forget = noteListeners(window, document)
  sessionStorage.clear()
  vi.stubGlobal('location', { reload })
  vi.stubEnv('VITE_BUILD', '0.1.0-m5')
  vi.resetModules()
})
afterEach(() => {
  forget()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
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
const miss = () => {
  const event = new Event('vite:preloadError', { cancelable: true })
  window.dispatchEvent(event)
  return event
}

test('a piece that is gone from the server makes the page load again, once', async () => {
  await watch()
  expect(miss().defaultPrevented).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(miss().defaultPrevented).toBe(false)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('not under input that has no draft; what has one is written first', async () => {
  const { holdOpen, holdDraft, keepBeforeLeaving } = await watch()
  holdOpen()
  expect(miss().defaultPrevented).toBe(false)
  holdDraft()
  const keep = vi.fn(async () => undefined)
  keepBeforeLeaving(keep)
  expect(miss().defaultPrevented).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(keep).toHaveBeenCalledTimes(1)
})

test('without a connection it is said, until there is one', async () => {
  const { readNews } = await watch(false)
  expect(miss().defaultPrevented).toBe(false)
  expect(readNews().missing).toBe(true)
  window.dispatchEvent(new Event('online'))
  expect(readNews().missing).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
