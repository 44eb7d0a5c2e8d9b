import type { OutboxOp } from './op.ts'

/** How every op begins. */
export const freshOp = {
  deps: [],
  group: null,
  supersedes: null,
  alsoSupersedes: [],
  state: 'pending',
  was: 'pending',
  open: 1,
  claim: null,
  sentOnce: false,
  attempts: 0,
  nextAt: 0,
  problem: null,
  endedAt: null,
} satisfies Partial<OutboxOp>
