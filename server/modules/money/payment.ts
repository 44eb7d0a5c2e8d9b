import { bills, paidFor } from '#contract/modules/money/billed.ts'
import { payment, type Payment } from '#contract/modules/money/payment.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { nextNumber } from '#server/crud/numbers.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import { keepCashOrder } from '#server/flows/cash-orders.ts'
import { settleInvoices } from '#server/flows/invoicing.ts'
import { paymentSums } from '#server/flows/payments.ts'
import { toChange } from '#server/flows/to-change.ts'

const said = (amount: number) => (amount / 100).toFixed(2)

/** What of an order or a job a payment goes by. */
type Due = { id: number; stage: string; paid: number | null; balance: number | null }

/** What the payment is for, ours until the end. */
async function dueOf({ tx, row }: Occasion): Promise<Due | null> {
  const { of, field } = paidFor(row)
  return (await toChange(tx, of, Number(row[field]))) as unknown as Due | null
}

/** Money that came or went, and what has been paid by it. What it is for is locked first: sums are never lost. */
export const paymentBehaviour = behaviour(payment, {
  async check(occasion) {
    // What is in the books is not judged anew.
    if (occasion.before) return
    const due = await dueOf(occasion)
    const row = occasion.row as unknown as Payment
    refuseUnapproved(occasion, due)
    if (row.amount < 1) throw invalid({ amount: 'Write how much it is.' })
    if (row.reverses !== null) await refuseReversal(occasion)
    else if (row.kind === 'receipt' && due && row.amount > (due.balance ?? 0) && !row.isOver)
      throw invalid({ amount: `Only ${said(Math.max(due.balance ?? 0, 0))} is due. Say that it is right, if it is.` })
    else if (row.kind === 'refund' && due && row.amount > (due.paid ?? 0))
      throw invalid({ amount: `Only ${said(due.paid ?? 0)} was paid.` })
  },
  on: {
    async create(occasion) {
      const { tx, row, now } = occasion
      const { of, field } = paidFor(row)
      const [due] = await tx.find(of, [Number(row[field])])
      const [first] = row.reverses === null ? [] : await tx.find(payment, [row.reverses as number])
      return {
        // Taken back where it came in, or no account would ever agree again.
        ...(first && { bank: first.bank }),
        assignedTo: due?.assignedTo ?? null,
        dealerBranch: due?.dealerBranch ?? null,
        paidOn: row.paidOn ?? (await houseRules(tx, now)).today,
        at: now,
        number: await nextNumber(occasion, 'PAY'),
      }
    },
  },
  after: {
    async create(occasion) {
      const { tx, row, update } = occasion
      const bill = paidFor(row)
      const due = await toChange(tx, bill.of, Number(row[bill.field]))
      if (!due) return
      const { paid } = await paymentSums(tx, bill, due.id)
      const become = await update(bill.of, due, { paid })
      if (bill.of === bills.order.of) await keepCashOrder(occasion, become)
      await settleInvoices(occasion, bill, due.id)
    },
  },
})

/** Money that goes back takes an approval, and what comes to the bank goes through the money desk. */
function refuseUnapproved({ trusted, actor, row }: Occasion, due: Due | null) {
  if (trusted) return
  if (row.kind === 'remittance' && row.reverses === null)
    throw invalid({ kind: 'A remittance is recorded with its cash order.' })
  if ((row.kind === 'refund' || row.reverses !== null) && !actor.approves.has(payment.name))
    throw problem('forbidden', 'Somebody who may approve payments has to do this.')
  if (row.kind === 'receipt' && row.reverses === null && due?.stage === 'cancelled')
    throw problem('not-now', `This ${paidFor(row).noun} is cancelled.`)
}

async function refuseReversal({ tx, row }: Occasion) {
  const [first] = (await tx.find(payment, [row.reverses as number])) as unknown as Payment[]
  const again = await tx.where(payment, 'reverses', row.reverses)
  if (
    !first ||
    first.order !== row.order ||
    first.maintenance !== row.maintenance ||
    first.kind !== row.kind ||
    first.amount !== row.amount
  )
    throw invalid({ reverses: 'A payment is taken back as a whole.' })
  if (first.reverses !== null || again.length > 0) throw invalid({ reverses: 'This payment was taken back already.' })
}
