import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import { useRowsById } from '#src/data/use-rows-by-id.ts'
import { useAskedIds } from '#src/lib/use-asked-ids.ts'

/** So many parcels are on one list. */
const MOST = 500

/** Of so many orders the parcels are looked for at once. */
export const MOST_ORDERS = 50

/** Parcels of the orders that the address names (`?orders=7,8`); nothing is asked where it names none. */
export function useParcelsOfOrders(orders: readonly number[]) {
  // No order has the number 0.
  const found = useRowsOf(dispatch, { filter: { order: orders.length > 0 ? orders.slice(0, MOST_ORDERS) : [0] } })
  const { hasMore, loadMore, loadingMore } = found
  useEffect(() => {
    if (hasMore && !loadingMore) loadMore()
  }, [hasMore, loadMore, loadingMore])
  return { ...found, loading: found.loading || hasMore }
}

/** The parcels that the address names (`?ids=12,13`), each once; how many of them are more than a list holds, or were not found. */
export function useParcels() {
  const ids = useAskedIds()
  const found = useRowsById(dispatch, ids.slice(0, MOST))
  const lost = found.loading || found.error ? 0 : Math.min(ids.length, MOST) - found.rows.length
  return { ...found, cut: Math.max(ids.length - MOST, 0), lost }
}

const reasons = ['packed', 'gone', 'pickups', 'ofJobs', 'empty', 'notLabelled'] as const

/** What is not on the paper, a sentence for each reason: why each of those found is kept off it, and how many were not. */
export function useLeftOut(
  { lost, cut }: { lost: number; cut: number },
  why: readonly (typeof reasons)[number][],
): string {
  const { t } = useTranslation('dispatch')
  const counts = reasons.map(one => [one, why.filter(it => it === one).length] as const)
  return ([...counts, ['lost', lost], ['cut', cut]] as const)
    .flatMap(([one, count]) => (count > 0 ? t(`screen.papers.${one}`, { count }) : []))
    .join(' ')
}
