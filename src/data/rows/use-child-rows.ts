import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Module } from '#contract/module.ts'
import type { RecordQuery } from '../local-query.ts'
import type { Records, RowFor } from '../use-records.ts'
import { localRows, type RowSource } from './source.ts'
import { useRowsOf } from './use-rows-of.ts'

/** Records that belong to the one on the page, as rows of a table; more of them come when somebody looks beyond those that are here. */
export function useChildRows<M extends Module>(module: M, query: RecordQuery, version?: number): RowSource<RowFor<M>> {
  const found = useRowsOf(module, query, version)
  const rows = useSame(found.rows as readonly (RowFor<M> & { id: number })[])
  const local = useMemo(() => localRows(rows), [rows])
  const { hasMore, source, partial, loading, loadingMore } = found
  const failure = found.error ?? found.moreError
  const deeds = useDeeds(found)
  return useMemo(
    () => ({
      ...local,
      ...deeds,
      more: hasMore,
      total: loading || hasMore ? null : local.total,
      from: source,
      partial,
      loading,
      loadingMore,
      failure,
    }),
    [local, deeds, hasMore, source, partial, loading, loadingMore, failure],
  )
}

/** What can be asked of them, always the same functions. */
function useDeeds(found: Records<unknown>): Pick<RowSource, 'look' | 'refresh' | 'again'> {
  const now = useRef(found)
  useLayoutEffect(() => {
    now.current = found
  })
  const [deeds] = useState(() => ({
    look: (_: number, to: number) => {
      const { rows, hasMore, loadingMore, loadMore } = now.current
      if (to > rows.length && hasMore && !loadingMore) loadMore()
    },
    refresh: () => now.current.again(),
    again: () => (now.current.error ? now.current.again() : now.current.loadMore()),
  }))
  return deeds
}

/** The array of before, as long as the same rows stand in it. */
function useSame<R>(rows: readonly R[]): readonly R[] {
  const [before, keep] = useState(rows)
  const isSame = before.length === rows.length && before.every((row, at) => row === rows[at])
  if (!isSame) keep(rows)
  return isSame ? before : rows
}
