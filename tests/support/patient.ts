import { vi } from 'vitest'

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 })
const { waitFor } = vi
vi.waitFor = (check, options = {}) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: 15_000, ...options })
