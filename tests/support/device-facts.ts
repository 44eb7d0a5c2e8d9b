import type { DeviceFacts } from '#src/pages/diagnostics/facts.ts'

/** What is known of a device that tells nothing of itself. */
export const deviceFacts = (changes: Partial<DeviceFacts> = {}): DeviceFacts => ({
  build: 'test',
  served: null,
  worker: null,
  use: null,
  persisted: null,
  deviceId: null,
  databases: [],
  keepsNothing: false,
  stores: [],
  unsent: null,
  errors: [],
  keptUntil: null,
  ...changes,
})
