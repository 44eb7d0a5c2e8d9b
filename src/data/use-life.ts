import type { customerTimelineCall, TimelineEntry, unitTimelineCall } from '#contract/calls/timeline.ts'
import type { Module } from '#contract/module.ts'
import { useAskedPages, type AskedPages } from './use-asked-pages.ts'

export type LifeCall = typeof customerTimelineCall | typeof unitTimelineCall
/** What the timeline is of, and which part of it. */
export type LifeQuestion = Readonly<Record<string, number | string | undefined>>

export type Life = Omit<AskedPages<unknown>, 'pages'> & {
  entries: readonly TimelineEntry[]
  kinds: readonly string[]
}

/** All that happened to a record and to what has to do with it, page by page; asked again when the record changes. */
export function useLife(module: Module, id: number, call: LifeCall, question: LifeQuestion): Life {
  const key = [module.name, 'history', id, 'life', question]
  const { pages, error, moreError, ...rest } = useAskedPages<LifeCall>(call, question, key)
  return {
    ...rest,
    // A page that did not come hides the entries: nothing may look like the end of a life.
    error: error ?? moreError,
    moreError,
    entries: pages.flatMap(({ entries }) => entries),
    kinds: pages[0]?.kinds ?? [],
  }
}
