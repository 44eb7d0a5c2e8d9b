import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { customerTimelineCall, TimelineEntry, unitTimelineCall } from '#contract/calls/timeline.ts'
import type { Module } from '#contract/module.ts'
import { ask } from '#src/offline/ask.ts'
import { failureOf, type Failure } from './words.ts'

export type LifeCall = typeof customerTimelineCall | typeof unitTimelineCall
/** What the timeline is of, and which part of it. */
export type LifeQuestion = Readonly<Record<string, number | string | undefined>>

export type Life = {
  entries: readonly TimelineEntry[]
  kinds: readonly string[]
  loading: boolean
  error: Failure | null
  again: () => void
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
}

/** All that happened to a record and to what has to do with it, page by page; asked again when the record changes. */
export function useLife(module: Module, id: number, call: LifeCall, question: LifeQuestion): Life {
  const queries = useQueryClient()
  const queryKey = [module.name, 'history', id, 'life', question]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      ask<LifeCall>(call, { ...question, after: pageParam ?? undefined } as never, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    placeholderData: before => before,
  })
  const pages = query.data?.pages ?? []
  return {
    entries: pages.flatMap(({ entries }) => entries),
    kinds: pages[0]?.kinds ?? [],
    loading: query.isPending,
    error: failureOf(query.error),
    again: () => void queries.invalidateQueries({ queryKey }),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}
