import { clsx } from 'clsx'
import Banknote from 'lucide-react/icons/banknote'
import MapPin from 'lucide-react/icons/map-pin'
import Package from 'lucide-react/icons/package'
import Phone from 'lucide-react/icons/phone'
import Truck from 'lucide-react/icons/truck'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cashOrder, type CashOrder } from '#contract/modules/money/cash-order.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { order } from '#contract/modules/sales/order.ts'
import type { PartProps } from '#src/crud/screens.ts'
import { useItem } from '#src/data/use-list.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatPhone } from '#contract/format-phone.ts'
import { formatDate, formatMoney } from '#src/lib/format.ts'
import { Way } from '#src/parts/way.tsx'
import { useCan } from '#src/session/actor.ts'
import { DeskPayments } from './desk-payments.tsx'

/** Where the money of an order is: what was to come, what came, what is with the bank, and what does not add up. */
export function CashOrderPanel({ record }: PartProps) {
  const { t } = useTranslation('cashOrder')
  const words = useWords(cashOrder)
  const one = record as unknown as CashOrder
  const courier = useItem('courier', one.courier)?.label
  const [expected, collected, remitted] = [one.expected ?? 0, one.collected ?? 0, one.remitted ?? 0]
  // What is not here yet is no difference: only what does not add up is.
  const difference = Math.max(collected - expected, remitted - collected, 0)
  const mayPayments = useCan(payment, 'list')
  const place = useItem('city', one.city)?.label
  const left = (name: 'toCollect' | 'toRemit') =>
    (one[name] ?? 0) > 0 ? `${words.field(name)} ${formatMoney(one[name] ?? 0)}` : null
  return (
    <div className="grid gap-4">
      <ul className="-mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-30">
        {one.order !== null && (
          <Way icon={Package} label={words.field('order')}>
            <RecordLink module={order} id={one.order} />
          </Way>
        )}
        {one.name && (
          <Way icon={UserRound} label={words.field('name')}>
            {one.name}
          </Way>
        )}
        {place && (
          <Way icon={MapPin} label={words.field('city')}>
            {place}
          </Way>
        )}
        {one.phone && (
          <Way icon={Phone} label={words.field('phone')}>
            <a className="link ltr" href={`tel:${one.phone}`}>
              {formatPhone(one.phone)}
            </a>
          </Way>
        )}
        {one.paymentMode && (
          <Way icon={Banknote} label={words.field('paymentMode')}>
            {words.option('paymentMode', one.paymentMode)}
          </Way>
        )}
        {courier && (
          <Way icon={Truck} label={words.field('courier')}>
            {[courier, one.awb].filter(Boolean).join(' · ')}
          </Way>
        )}
      </ul>
      <dl className="grid grid-cols-2 rounded-3 border bg-surface shadow-1 sm:grid-cols-4 sm:divide-x">
        <Figure label={words.field('expected')} amount={expected} />
        <Figure label={words.field('collected')} amount={collected}>
          {left('toCollect') ?? (one.collectedOn && formatDate(one.collectedOn))}
        </Figure>
        <Figure label={words.field('remitted')} amount={remitted}>
          {left('toRemit')}
        </Figure>
        <Figure label={t('screen.difference')} amount={difference} isWrong={difference > 0} />
      </dl>
      {mayPayments && one.order !== null && (
        <DeskPayments order={one.order} left={one.toCollect ?? 0} version={record.version} />
      )}
    </div>
  )
}

type FigureProps = { label: string; amount: number; isWrong?: boolean; children?: ReactNode }

function Figure({ label, amount, isWrong, children }: FigureProps) {
  return (
    <div className="min-w-0 p-4">
      <dt className="text-30 text-muted">{label}</dt>
      <dd className={clsx('text-60 font-semibold tabular-nums', isWrong && 'text-danger-text')}>
        {formatMoney(amount)}
      </dd>
      {children && <dd className="text-20 text-subtle tabular-nums">{children}</dd>}
    </div>
  )
}
