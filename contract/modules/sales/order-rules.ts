import { amountsOf, type Priced } from '../../totals.ts'

type Values = Record<string, unknown>
type Line = Priced['lines'][number] & { id: number; product: number | null }

/** What the form has while somebody types may not be a number yet. */
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

const lineOf = (line: Values): Line => ({
  id: numberOf(line.id),
  product: typeof line.product === 'number' ? line.product : null,
  qty: numberOf(line.qty),
  cancelled: numberOf(line.cancelled),
  unitPrice: numberOf(line.unitPrice),
  discount: numberOf(line.discount),
  taxRate: numberOf(line.taxRate),
})

const linesOf = ({ lines }: Values): Line[] => (Array.isArray(lines) ? (lines as Values[]).map(lineOf) : [])

/** The order as its amounts are worked out from it. */
export const pricedOf = (row: Values): Priced & { lines: Line[] } => ({
  lines: linesOf(row),
  taxIncluded: row.taxIncluded !== false,
  discount: numberOf(row.discount),
  shippingFee: numberOf(row.shippingFee),
  codFee: numberOf(row.codFee),
})

export function deriveOrder(row: Values): Values {
  const { lines } = pricedOf(row)
  const { taxable, tax, roundOff, total } = amountsOf(pricedOf(row))
  const items = lines.reduce((all, { qty, cancelled }) => all + Math.max(qty - (cancelled ?? 0), 0), 0)
  const paid = numberOf(row.paid)
  return { items, taxable, tax, roundOff, total, balance: total - paid, paymentState: stateOf(total, paid) }
}

function stateOf(total: number, paid: number) {
  if (paid > total) return 'refundDue'
  if (paid > 0) return paid < total ? 'partPaid' : 'paid'
  return total > 0 ? 'unpaid' : null
}

/** Whoever paid too much gets it back before the order is over. */
export function refundDue({ balance }: Values): string | null {
  const due = -numberOf(balance)
  return due > 0 ? `A refund of ${(due / 100).toFixed(2)} is due.` : null
}

/** Does it count against what a dealer may owe? Whose the branch is, only the server knows for certain. */
export const isOnDealerCredit = ({ paymentMode, dealerBranch }: Values): boolean =>
  paymentMode === 'credit' && typeof dealerBranch === 'number'
