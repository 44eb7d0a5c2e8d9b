import { useInfiniteQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { AnswerOf, AskOf, Call } from '#contract/call.ts'
import { ask } from '#src/offline/ask.ts'
import { failureOf, type Failure } from './words.ts'

type Paged = { next: string | null }

export type AskedPages<Page> = {
  pages: readonly Page[]
  loading: boolean
  error: Failure | null
  again: () => void
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
  moreError: Failure | null
}

/** What a question is answered with page by page; asked again when what the key begins with changes. */
export function useAskedPages<C extends Call>(
  call: C,
  question: Omit<AskOf<C>, 'after'>,
  queryKey: QueryKey,
): AskedPages<AnswerOf<C> & Paged> {
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      ask(call, { ...question, after: pageParam ?? undefined } as AskOf<C>, { signal }) as Promise<AnswerOf<C> & Paged>,
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    placeholderData: before => before,
  })
  const pages = query.data?.pages ?? []
  return {
    pages,
    loading: query.isPending,
    error: pages.length === 0 ? failureOf(query.error) : null,
    again: () => void queries.invalidateQueries({ queryKey }),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    moreError: pages.length > 0 ? failureOf(query.error) : null,
  }
}
