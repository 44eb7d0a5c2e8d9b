import { vi } from 'vitest'
import { original } from './original.ts'

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 })
const waitFor = original('waiting', () => vi.waitFor)
vi.waitFor = (check, options = {}) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: 15_000, ...options })
