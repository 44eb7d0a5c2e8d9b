import { amountsOf } from '../../totals.ts'
import { pricedOf } from '../sales/order-rules.ts'

type Values = Record<string, unknown>

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

/** An invoice as its amounts are worked out from it: its fees are one. */
export const invoicedOf = (row: Values) => ({
  ...pricedOf({ ...row, shippingFee: row.fees, codFee: 0 }),
  feeRate: typeof row.feeRate === 'number' ? row.feeRate : null,
})

/** Has it gone out, and does it still hold? */
export const isIssued = ({ stage }: Values): boolean => stage !== 'draft' && stage !== 'void'

/** Is it an invoice that somebody is to pay? */
export const isOwed = (one: Values): boolean => one.kind === 'invoice' && isIssued(one)

export function deriveInvoice(row: Values): Values {
  const { taxable, tax, roundOff, total: sum } = amountsOf(invoicedOf(row))
  const evened = numberOf(row.evened)
  const total = sum + evened
  const outstanding = isOwed(row) ? total - numberOf(row.credited) - numberOf(row.paid) : 0
  return { taxable, tax, roundOff: roundOff + evened, total, outstanding }
}
