import { useMemo } from 'react'
import type { Module } from '#contract/module.ts'
import type { RecordQuery } from '../local-query.ts'
import type { RowFor } from '../use-records.ts'
import { localRows, type RowSource } from './source.ts'
import { useRowsOf } from './use-rows-of.ts'

/** Records that belong to the one on the page, as rows of a table; more of them come when somebody looks beyond those that are here. */
export function useChildRows<M extends Module>(module: M, query: RecordQuery, version?: number): RowSource<RowFor<M>> {
  const found = useRowsOf(module, query, version)
  const local = useMemo(() => localRows(found.rows as readonly (RowFor<M> & { id: number })[]), [found.rows])
  return {
    ...local,
    more: found.hasMore,
    total: found.loading || found.hasMore ? null : local.total,
    from: found.source,
    partial: found.partial,
    loading: found.loading,
    loadingMore: found.loadingMore,
    failure: found.error ?? found.moreError,
    look: (_, to) => {
      if (to > found.rows.length && found.hasMore && !found.loadingMore) found.loadMore()
    },
    refresh: found.again,
    again: found.error ? found.again : found.loadMore,
  }
}
