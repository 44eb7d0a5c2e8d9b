// @vitest-environment jsdom
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
const ask = (piece = '/assets/list.js') =>
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError(`No ${piece}`) }))
/** It is asked for twice before anybody is told. */
const miss = () => {
  ask()
  ask()
}
const settle = () => new Promise(resolve => setTimeout(resolve, 20))

test('a piece that is gone from the server makes the page load again, once', async () => {
  await watch()
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  miss()
  await settle()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what failed once may still come', async () => {
  await watch()
  ask()
  ask('/assets/form.js')
  await settle()
  expect(reload).not.toHaveBeenCalled()
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
