import type { WorkState } from '#contract/calls/work.ts'

/** A work that is over: one record changed, and one was refused. */
export const endedWork = (more: Partial<WorkState>): WorkState => ({
  id: '0b8f3c1e-7d52-4a4e-9a55-2f2a8f3e6c11',
  module: 'unit',
  action: 'archive',
  args: {},
  state: 'done',
  message: null,
  total: 2,
  done: 2,
  changed: 1,
  unchanged: 0,
  failedCount: 1,
  failed: [{ id: 9, title: 'S-9', message: 'It is reserved.' }],
  undoOf: null,
  undoneBy: null,
  undoable: false,
  startedAt: '2026-05-10T20:00:00.000Z',
  finishedAt: '2026-05-10T20:01:00.000Z',
  ...more,
})
