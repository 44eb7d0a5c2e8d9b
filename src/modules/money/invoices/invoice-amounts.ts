import { invoiceFigures } from '#contract/modules/money/invoice-figures.ts'
import { paidFor, type Invoice } from '#contract/modules/money/billed.ts'
import { useSay } from './say.ts'

/** What an invoice comes to, in the language of the screen. */
export function useInvoiceFigures(one: Invoice) {
  return invoiceFigures(one, useSay(paidFor(one).invoices))
}
