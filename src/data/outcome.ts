import type { Outcome } from '#src/offline/outcome.ts'

export type { Outcome } from '#src/offline/outcome.ts'

/** Did no answer come that says what became of it? It may have been done. */
export const isUnknown = (outcome: Outcome<unknown>): boolean =>
  outcome.state === 'refused' && ['unreachable', 'busy', 'time-out'].includes(outcome.code)
