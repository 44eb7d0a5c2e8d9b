import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

// Each property test begins here; SEED=… tells other stories.
fc.configureGlobal({ seed: Number(process.env.SEED) })

// A password is judged a thousand times in a run. Programs that a test starts keep the real cost.
vi.mock('#server/lib/password-cost.ts', () => ({ cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } }))

// Files of a worker share what they import: what one of them puts in the place of something everybody uses goes with it.
const { fetch } = globalThis
afterAll(() => {
  globalThis.fetch = fetch
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
