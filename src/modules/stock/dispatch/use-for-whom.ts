import { useTranslation } from 'react-i18next'
import { courier } from '#contract/lists/stock.ts'
import { useItem } from '#src/data/use-list.ts'
import { formatNear } from '#src/lib/format.ts'
import type { PackFor } from './for/pack-for.ts'

/** Who it goes to, where, and until when, in one line. */
export function useForWhom({ row, promised }: PackFor): string {
  const { t } = useTranslation('dispatch')
  const city = useItem('city', row.city)?.label
  return [[row.name, city].filter(Boolean).join(', '), promised && t('screen.promised', { day: formatNear(promised) })]
    .filter(Boolean)
    .join(' · ')
}

/** The carrier's name, or none. */
export const useCourierName = (id: number | null): string | undefined => useItem(courier.name, id)?.label
