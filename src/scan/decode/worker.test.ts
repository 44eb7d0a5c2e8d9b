import { afterEach, expect, test, vi } from 'vitest'

vi.mock('./wasm-reader.ts', () => ({ wasmReader: () => Promise.reject(new Error('no WebAssembly')) }))
vi.mock('./plain-reader.ts', () => ({ plainReader: () => Promise.reject(new Error('did not come')) }))

afterEach(() => vi.unstubAllGlobals())

test('a worker for whom no reader came breaks, so that the page starts another one', async () => {
  // An error that nothing catches is what the page hears of; here it would end the test.
  const uncaught = vi.fn<(error: unknown) => void>()
  const { setTimeout: wait } = globalThis
  const caught = (run: () => void) => {
    try {
      run()
    } catch (error) {
      uncaught(error)
    }
  }
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => wait(() => caught(run), ms))
  vi.stubGlobal('addEventListener', vi.fn())
  await import('./worker.ts')
  await vi.waitFor(() => expect(uncaught).toHaveBeenCalledWith(new Error('did not come')))
})
