import { useQuery } from '@tanstack/react-query'
import type { List } from '#contract/list.ts'
import { historyAnswer, listUsesAnswer, usesAnswer } from '#contract/calls/records.ts'
import { apiPath, type Module } from '#contract/module.ts'
import { callApi, type Reads } from '#src/offline/api.ts'
import { failureOf, type Failure } from './words.ts'

type Fact<T> = { data: T | undefined; loading: boolean; error: Failure | null; again: () => void }

/** Something that only the server knows. Keys begin with the module's name, so that every change asks again. */
function useFact<T>(
  key: readonly unknown[],
  path: string,
  as: Reads<T>,
  options: { enabled?: boolean; search?: Record<string, string | number | boolean> } = {},
): Fact<T> {
  const { enabled = true, search } = options
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi('GET', path, { signal, as, ...(search ? { search } : {}) }),
    enabled,
  })
  return {
    data: query.data,
    loading: enabled && query.isPending,
    error: failureOf(query.error),
    again: () => void query.refetch(),
  }
}

export type Uses = ReturnType<typeof usesAnswer.parse>

/** Where a list item is used. */
export const useUses = (list: List, id: number | null): Fact<Uses> =>
  useFact([list.name, 'uses', id], `${apiPath(list)}/${id}/uses`, usesAnswer, { enabled: id !== null })

/** How often each item of a list is used, by its id; an item without a number is not used. */
export const useListUses = (list: List): Readonly<Record<number, number>> | undefined =>
  useFact([list.name, 'uses'], `${apiPath(list)}/uses`, listUsesAnswer).data?.uses

export type HistoryEntry = ReturnType<typeof historyAnswer.parse>['entries'][number]
type History = { entries: HistoryEntry[] | undefined; loading: boolean; error: Failure | null; again: () => void }

const entriesOf = ({ data, ...rest }: Fact<{ entries: HistoryEntry[] }>): History => ({
  ...rest,
  entries: data?.entries,
})

/** Who changed what on a record, newest first. */
export const useHistory = (module: Module, id: number): History =>
  entriesOf(
    useFact([module.name, 'history', id], `${apiPath(module)}/${id}/history`, historyAnswer, { enabled: id > 0 }),
  )

/** The last changes over a whole list, newest first. */
export const useListHistory = (list: List, limit = 5): History =>
  entriesOf(
    useFact([list.name, 'history', { limit }], `${apiPath(list)}/history`, historyAnswer, { search: { limit } }),
  )
