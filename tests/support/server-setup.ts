import { afterAll, vi } from 'vitest'

// Files of a worker share what they import: what one of them puts in the place of something everybody uses goes with it.
const { fetch } = globalThis
afterAll(() => {
  globalThis.fetch = fetch
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
