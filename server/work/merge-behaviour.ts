import { isMergeable } from '#contract/calls/work.ts'
import type { Module } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import type { Behaviour, Hook } from '#server/crud/behaviour.ts'
import { mergeRecords } from './merge-records.ts'
import { undoMerge } from './undo-merge.ts'

/** What a module does by itself, and what every module does whose records may turn out to be one. */
export function withMerge(module: Module, own: Behaviour | undefined): Behaviour | undefined {
  if (!isMergeable(module)) return own
  const first =
    (all: Hook, action: string): Hook =>
    async occasion => {
      const done = await all(occasion)
      const row = { ...occasion.row, ...done }
      return { ...done, ...(await own?.on?.[action]?.({ ...occasion, row })) }
    }
  const refuseMerged: Hook = ({ before }) => {
    if (before?.mergedInto) throw problem('not-now', 'This record was merged into another; undo that instead.')
  }
  return {
    ...own,
    on: {
      ...own?.on,
      merge: first(mergeRecords, 'merge'),
      undoMerge: first(undoMerge, 'undoMerge'),
      restore: first(refuseMerged, 'restore'),
    },
  }
}
