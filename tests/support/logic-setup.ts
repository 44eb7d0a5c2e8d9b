import 'fake-indexeddb/auto'
import { vi } from 'vitest'

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 })

if ('document' in globalThis) await import('./app-setup.ts')
