import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { tagsCall } from '#contract/calls/attached.ts'
import { ask } from '#src/offline/ask.ts'

/** The tags of a field that others use, by what is typed; none without a connection. */
export function useTagsInUse(module: string, field: string, q: string): readonly string[] {
  const query = useQuery({
    queryKey: [module, 'tags', field, q],
    queryFn: ({ signal }) => ask(tagsCall, { module, field, ...(q ? { q } : {}) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  return query.data?.tags ?? none
}
const none: readonly string[] = []
