import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DealerSales } from '#contract/calls/dealer-sales.ts'
import type { DealerTarget } from '#contract/modules/people/dealer.ts'
import { formatDate, formatMoney, formatNumber, today } from '#src/lib/format.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { daysLeft, inTurn, whenOf } from './periods.ts'
import type { Known } from './use-sales.ts'

/** So many stand there until somebody asks for the others: a dealer of years has one for each of its quarters. */
const FIRST = 4

type Sold = DealerSales['targets'][number]

/** What a dealer is to sell, and how far it is with that. */
export function TargetsCard({ targets, known: { sales, state } }: { targets: readonly DealerTarget[]; known: Known }) {
  const { t } = useTranslation('dealer')
  const [all, setAll] = useState(false)
  const now = today()
  const sold = new Map(sales?.targets.map(one => [one.id, one]))
  const inOrder = inTurn(targets, now)
  return (
    <Card flush title={t('screen.targets.title')} footer={state === 'away' && t('screen.targets.away')}>
      <ul>
        {inOrder.slice(0, all ? undefined : FIRST).map(target => (
          <Target
            key={target.id}
            target={target}
            sold={sold.get(target.id)}
            unknown={state === 'loading' ? '…' : '—'}
            now={now}
          />
        ))}
      </ul>
      {!all && inOrder.length > FIRST && (
        <p className="border-t p-2 text-center">
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            {t('screen.targets.all', { count: inOrder.length })}
          </Button>
        </p>
      )}
    </Card>
  )
}

type TargetProps = { target: DealerTarget; sold: Sold | undefined; unknown: string; now: string }

function Target({ target, sold, unknown, now }: TargetProps) {
  const { t } = useTranslation('dealer')
  const { from, to, qty, value } = target
  const isReached = sold && sold.qty >= (qty ?? 0) && sold.value >= (value ?? 0)
  const period = `${formatDate(from)} – ${formatDate(to)}`
  const measure = { period, unknown }
  return (
    <li className="border-t px-4 py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{period}</span>
        <PeriodBadge target={target} now={now} />
        {isReached && (
          <Badge tone="success" icon={Check}>
            {t('screen.targets.reached')}
          </Badge>
        )}
        {sold && !isReached && whenOf(target, now) === 'over' && (
          <Badge tone="warning">{t('screen.targets.missed')}</Badge>
        )}
      </p>
      <div className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {qty !== null && (
          <Measure {...measure} label={t('columns.targets.qty')} sold={sold?.qty} asked={qty} format={formatNumber} />
        )}
        {value !== null && (
          <Measure
            {...measure}
            label={t('columns.targets.value')}
            sold={sold?.value}
            asked={value}
            format={formatMoney}
          />
        )}
      </div>
    </li>
  )
}

function PeriodBadge({ target, now }: Pick<TargetProps, 'target' | 'now'>) {
  const { t } = useTranslation('dealer')
  const when = whenOf(target, now)
  if (when === 'now') return <Badge tone="accent">{t('screen.targets.left', { count: daysLeft(target, now) })}</Badge>
  return <Badge>{t(when === 'over' ? 'screen.targets.over' : 'screen.targets.ahead')}</Badge>
}

type MeasureProps = {
  label: string
  period: string
  sold: number | undefined
  asked: number
  format: (value: number) => string
  unknown: string
}

/** How much of it is sold, in figures and as a bar. */
function Measure({ label, period, sold, asked, format, unknown }: MeasureProps) {
  const { t } = useTranslation('dealer')
  const isReached = sold !== undefined && sold >= asked
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap justify-between gap-x-3 text-30">
        <span className="text-muted">{label}</span>
        <span className="tabular-nums">
          {t('screen.targets.of', { sold: sold === undefined ? unknown : format(sold), asked: format(asked) })}
        </span>
      </p>
      <Progress
        label={`${label}, ${period}`}
        value={(sold ?? 0) / Math.max(asked, 1)}
        tone={isReached ? 'success' : 'accent'}
        className="mt-1"
      />
    </div>
  )
}
