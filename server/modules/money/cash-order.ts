import { cashOrder, type CashOrder } from '#contract/modules/money/cash-order.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { bills } from '#contract/modules/money/billed.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { stageOf } from '#server/flows/cash-orders.ts'
import { paymentSums } from '#server/flows/payments.ts'

const amounts = ['expected', 'collected', 'remitted']

/** What is only noted beside them leaves the amounts as they stand, and what was said about them. */
const stand = ({ row, before, changes }: Occasion) =>
  'stage' in changes || (before && !amounts.some(name => name in changes))
    ? {}
    : { stage: stageOf(row as unknown as CashOrder) }

/** Collections and remittances are payments of the order; the desk only says what they come to (`keepCashOrder`). */
export const cashOrderBehaviour = behaviour(cashOrder, {
  on: {
    create: stand,
    change: stand,
    async collect({ tx, row, args: { remark, ...rest }, create }) {
      await create(payment, { ...rest, order: row.order, kind: 'receipt', note: remark ?? null })
      // The move asks for a field of the desk under its name; what that is by now the payment has brought about.
      const [desk] = await tx.find(cashOrder, [row.id])
      return { courier: desk!.courier }
    },
    async remit({ tx, row, args, create }) {
      const { cash, remitted } = await paymentSums(tx, bills.order, row.order as number)
      const left = cash - remitted
      if ((args.amount as number) > left)
        throw invalid({ amount: `Only ${(left / 100).toFixed(2)} was collected and is not with the bank.` })
      await create(payment, { ...args, order: row.order, kind: 'remittance', mode: 'bankTransfer' })
    },
  },
})
