// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { waitForNextPage, whenReachable } from './piece.ts'

afterEach(() => vi.restoreAllMocks())

it('a piece of a page that cannot be fetched offline comes when the network is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue('here')
  const coming = whenReachable(load)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(await coming).toBe('here')
})

it('a piece that is missing although there is a network says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  await expect(whenReachable(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})

it('nobody is told of what is missing while the page is being loaded again for it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  waitForNextPage()
  const told = vi.fn()
  void whenReachable(() => Promise.reject(new TypeError('gone'))).then(told, told)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(told).not.toHaveBeenCalled()
})
