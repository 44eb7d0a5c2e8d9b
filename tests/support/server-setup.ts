import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

// Each property test begins here; SEED=… tells other stories.
fc.configureGlobal({ seed: Number(process.env.SEED) })

// Files of a worker share what they import: what one of them puts in the place of something everybody uses goes with it.
const { fetch } = globalThis
afterAll(() => {
  globalThis.fetch = fetch
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
