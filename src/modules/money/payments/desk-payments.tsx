import { useTranslation } from 'react-i18next'
import { payment } from '#contract/modules/money/payment.ts'
import { rowsOf } from '#src/data/rows/source.ts'
import { useChildRows } from '#src/data/rows/use-child-rows.ts'
import { useWords } from '#src/fields/words.ts'
import { ChildrenCard } from '#src/record/children-card.tsx'
import { useActor, useCan } from '#src/session/actor.ts'
import { lookOf, paymentColumns } from './payment-columns.tsx'
import { paidBy } from './signs.ts'
import { useTakeBack } from './use-take-back.ts'

type Props = {
  order: number
  /** What is still to be collected, after all of them. */
  left: number
  version: number
}

/** What was collected for an order and brought to the bank: when, how much, by whom and how, with what was left to collect. */
export function DeskPayments({ order, left, version }: Props) {
  const { t } = useTranslation('payment')
  const words = useWords(payment)
  const rows = useChildRows(payment, { filter: { order: [order] }, sort: 'at' }, version)
  const mayAdd = useCan(payment, 'create')
  // Money that goes back takes an approval.
  const mayTakeBack = useActor().approves.has(payment.name) && mayAdd
  const { takeBack, refused, dismiss } = useTakeBack()
  const payments = rowsOf(rows)
  const total = payments.reduce((sum, one) => sum + paidBy(one), left)
  return (
    <ChildrenCard
      title={t('titles.list')}
      rows={rows}
      columns={paymentColumns({
        t,
        words,
        rows: payments,
        total,
        onTakeBack: mayTakeBack ? one => void takeBack(one) : undefined,
      })}
      look={lookOf(payments)}
      none={t('screen.none')}
      refused={refused}
      onRead={dismiss}
    />
  )
}
