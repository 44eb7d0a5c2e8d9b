import { useTranslation } from 'react-i18next'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { isWhole, useAllRowsOf } from '#src/crud/all-rows.ts'
import { useRowsById } from '#src/data/use-rows-by-id.ts'
import { useAskedIds } from '#src/lib/use-asked-ids.ts'

/** So many parcels are on one list. */
const MOST = 500

/** Of so many orders the parcels are looked for at once. */
export const MOST_ORDERS = 50

/** All parcels of these orders; how many of these are more than are looked for at once, and whether parcels may be missing. */
export function useParcelsOfOrders(orders: readonly number[]) {
  const found = useAllRowsOf(dispatch, { filter: { order: orders.slice(0, MOST_ORDERS) } })
  const error = found.error ?? found.moreError
  const isComing = found.loading || (found.hasMore && !found.partial)
  return {
    rows: found.rows,
    loading: isComing && error === null,
    error,
    again: found.error ? found.again : found.loadMore,
    cut: Math.max(orders.length - MOST_ORDERS, 0),
    lost: 0,
    partial: found.partial && !isWhole(found),
  }
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
  { lost, cut, partial = false }: { lost: number; cut: number; partial?: boolean },
  why: readonly (typeof reasons)[number][] = [],
): string {
  const { t } = useTranslation('dispatch')
  const counts = reasons.map(one => [one, why.filter(it => it === one).length] as const)
  const said = ([...counts, ['lost', lost], ['cut', cut]] as const).flatMap(([one, count]) =>
    count > 0 ? t(`screen.papers.${one}`, { count }) : [],
  )
  return [...said, ...(partial ? [t('screen.papers.partial')] : [])].join(' ')
}
