import { useEffect, useEffectEvent } from 'react'
import type { bankLedgerCall } from '#contract/calls/bank-ledger.ts'
import type { useAskedPages } from '#src/data/use-asked-pages.ts'

/** So many lines are printed in one go: fifty pages. */
export const MOST_LINES = 2_000

export type FoundLedger = ReturnType<typeof useAskedPages<typeof bankLedgerCall>>

/** All lines of a period of which some are there, page after page, unless they are too many. */
export function useWholeLedger(found: FoundLedger) {
  const [first] = found.pages
  const tooMany = (first?.count ?? 0) > MOST_LINES
  const goesOn = found.hasMore && !found.loadingMore && !tooMany && !found.moreError
  const loadMore = useEffectEvent(found.loadMore)
  useEffect(() => {
    if (goesOn) loadMore()
  }, [goesOn])
  return {
    first,
    lines: found.pages.flatMap(({ lines }) => lines),
    tooMany,
    isWhole: first !== undefined && !found.hasMore,
    error: found.error ?? found.moreError,
    again: found.pages.length === 0 ? found.again : found.loadMore,
  }
}
