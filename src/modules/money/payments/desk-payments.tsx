import type { Payment } from '#contract/modules/money/payment.ts'
import { PaymentsCard } from './payments-card.tsx'
import { paidBy } from './signs.ts'

type Props = {
  order: number
  /** What is still to be collected, after all of them. */
  left: number
  version: number
}

/** What was collected for an order and brought to the bank: when, how much, by whom and how, with what was left to collect. */
export function DeskPayments({ order, left, version }: Props) {
  const totalOf = (payments: readonly Payment[]) => payments.reduce((sum, one) => sum + paidBy(one), left)
  return <PaymentsCard field="order" id={order} version={version} totalOf={totalOf} />
}
