import { useTranslation } from 'react-i18next'
import type { CountReason } from '#contract/modules/stock/count-entry.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { useWords } from '#src/fields/words.ts'

const holders: readonly (string | null)[] = ['technician', 'influencer', 'dealer']

/** Why something differs, and what to do about it by hand; of what is booked, what was done. */
export function useReasonWords(isDone = false) {
  const { t } = useTranslation('stockCount')
  const words = useWords(unit)
  return ({ reason, stood }: { reason: CountReason; stood: string | null }): string => {
    if (isDone && (reason === 'missing' || reason === 'found' || reason === 'goods' || reason === 'spokenFor'))
      return t(`screen.done.${reason}`)
    if (reason !== 'elsewhere') return t(`screen.why.${reason}`)
    const place = stood === null ? '—' : holders.includes(stood) ? words.option('holder', stood) : words.stage(stood)
    return t('screen.why.elsewhere', { place })
  }
}
