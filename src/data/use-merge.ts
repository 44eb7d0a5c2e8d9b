import { useQuery } from '@tanstack/react-query'
import {
  mergePreview,
  mergePreviewPath,
  undoMergePreview,
  undoMergePreviewPath,
  type MergePreview,
  type UndoMergePreview,
} from '#contract/calls/work.ts'
import type { Module } from '#contract/module.ts'
import { callApi } from '#src/offline/api.ts'
import { failureOf, type Failure } from './words.ts'

type Preview<T> = { data: T | undefined; loading: boolean; error: Failure | null }

/** What would become of everything if one record were merged into another. */
export function useMergePreview(module: Module, id: number | null, into: number | null): Preview<MergePreview> {
  const enabled = id !== null && into !== null
  const query = useQuery({
    queryKey: [module.name, 'merge', id, into],
    queryFn: ({ signal }) =>
      callApi('GET', mergePreviewPath(module, id ?? 0), { search: { into: into ?? 0 }, signal, as: mergePreview }),
    enabled,
  })
  return { data: query.data, loading: enabled && query.isPending, error: failureOf(query.error) }
}

/** Until when a merge can be undone, and what would come back. */
export function useUndoMergePreview(module: Module, id: number, enabled: boolean): Preview<UndoMergePreview> {
  const query = useQuery({
    queryKey: [module.name, 'undoMerge', id],
    queryFn: ({ signal }) => callApi('GET', undoMergePreviewPath(module, id), { signal, as: undoMergePreview }),
    enabled,
  })
  return { data: query.data, loading: enabled && query.isPending, error: failureOf(query.error) }
}
