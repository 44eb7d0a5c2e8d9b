import { useEffect, useEffectEvent } from 'react'
import type { Module } from '#contract/module.ts'
import type { RecordQuery } from '#src/data/local-query.ts'
import type { Records, RowFor } from '#src/data/use-records.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'

/** The same as `useRowsOf`, where all of them are asked after and not the first page. */
export function useAllRowsOf<M extends Module>(module: M, query: RecordQuery): Records<RowFor<M>> {
  const found = useRowsOf(module, query)
  const { hasMore, loadingMore, moreError, partial } = found
  const goOn = useEffectEvent(() => found.loadMore())
  useEffect(() => {
    // Without a connection it goes on when that is back.
    if (hasMore && !loadingMore && !moreError && !partial) goOn()
  }, [hasMore, loadingMore, moreError, partial])
  return found
}

/** Is what was found all that there is? */
export const isWhole = ({ loading, error, hasMore, source, partial }: Records): boolean =>
  !loading && !error && !hasMore && !(source === 'device' && partial)
