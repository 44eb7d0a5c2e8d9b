import { useTranslation } from 'react-i18next'
import { dealer, type Dealer } from '#contract/modules/people/dealer.ts'
import { useWords } from '#src/fields/words.ts'
import { formatMoney, formatNumber } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Figure } from './figure.tsx'
import type { Known } from './use-sales.ts'

type Props = {
  dealer: Pick<Dealer, 'creditLimit' | 'creditDays'>
  known: Known
  /** Not all of its orders are counted: what is left of the limit is known to nobody here. */
  isPart: boolean
}

/** How much a dealer has to pay, and how near that is to its limit. */
export function CreditCard({ dealer: { creditLimit, creditDays }, known: { sales, state }, isPart }: Props) {
  const { t } = useTranslation('dealer')
  const words = useWords(dealer)
  const amount = (of: 'open' | 'overdue' | 'owed') => (sales ? formatMoney(sales[of]) : undefined)
  const days = creditDays === null ? t('screen.credit.noDays') : formatNumber(creditDays)
  const isLate = Boolean(sales && sales.overdue > 0)
  return (
    <Card title={t('screen.credit.title')} footer={state === 'away' && t('screen.credit.away')}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-6 gap-y-3">
        <Figure label={t('screen.credit.open')} value={amount('open')} state={state} />
        <Figure label={t('screen.credit.overdue')} value={amount('overdue')} state={state} isBad={isLate} />
        <Figure label={t('screen.credit.owed')} value={amount('owed')} state={state} />
        <Figure label={words.field('creditDays')} value={days} state="here" />
      </dl>
      {creditLimit === null ? (
        <p className="mt-3 text-30 text-muted">{t('screen.credit.noLimit')}</p>
      ) : (
        <Limit limit={creditLimit} open={sales?.open} isPart={isPart} />
      )}
    </Card>
  )
}

/** From here on the bar says that the limit is near. */
const NEAR = 0.9

function Limit({ limit, open, isPart }: { limit: number; open: number | undefined; isPart: boolean }) {
  const { t } = useTranslation('dealer')
  const isOver = open !== undefined && open > limit
  const share = open === undefined ? 0 : isOver ? 1 : open / Math.max(limit, 1)
  const said = { limit: formatMoney(limit) }
  return (
    <>
      <Progress
        label={t('screen.credit.share')}
        value={share}
        tone={isOver ? 'danger' : share >= NEAR ? 'warning' : 'accent'}
        className="mt-4"
      />
      <p className={isOver ? 'mt-2 text-30 font-medium text-danger-text' : 'mt-2 text-30 text-muted'}>
        {isOver
          ? t('screen.credit.over', { ...said, over: formatMoney(open - limit) })
          : open === undefined || isPart
            ? t('screen.credit.limit', said)
            : t('screen.credit.left', { ...said, left: formatMoney(limit - open) })}
      </p>
    </>
  )
}
