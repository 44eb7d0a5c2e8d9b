import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { payment, type Payment } from '#contract/modules/money/payment.ts'
import { rowsOf } from '#src/data/rows/source.ts'
import { useChildRows } from '#src/data/rows/use-child-rows.ts'
import { useWords } from '#src/fields/words.ts'
import { ChildrenCard } from '#src/record/children-card.tsx'
import { useActor, useCan } from '#src/session/actor.ts'
import { lookOf, paymentColumns } from './payment-columns.tsx'
import { useTakeBack } from './use-take-back.ts'

type Props = {
  /** What they are payments of: a field of theirs, and the record that it names. */
  field: string
  id: number
  version: number
  /** What is owed before the first of them. Where it is not told, each is told as what was moved, the newest first. */
  totalOf: ((payments: readonly Payment[]) => number) | null
  add?: ReactNode
  footer?: ReactNode
  children?: ReactNode
}

/** Payments one below the other. Where it is told what is owed, they can be taken back. */
export function PaymentsCard({ field, id, version, totalOf, ...rest }: Props) {
  const { t } = useTranslation('payment')
  const words = useWords(payment)
  const rows = useChildRows(payment, { filter: { [field]: [id] }, sort: totalOf ? 'at' : '-at' }, version)
  const mayAdd = useCan(payment, 'create')
  // Money that goes back takes an approval.
  const mayTakeBack = useActor().approves.has(payment.name) && mayAdd
  const { takeBack, refused, dismiss } = useTakeBack()
  const payments = rowsOf(rows)
  return (
    <ChildrenCard
      title={t('titles.list')}
      rows={rows}
      columns={paymentColumns({
        t,
        words,
        rows: payments,
        total: totalOf && totalOf(payments),
        onTakeBack: totalOf && mayTakeBack ? one => void takeBack(one) : undefined,
      })}
      look={lookOf(payments)}
      none={t('screen.none')}
      refused={refused}
      onRead={dismiss}
      {...rest}
    />
  )
}
