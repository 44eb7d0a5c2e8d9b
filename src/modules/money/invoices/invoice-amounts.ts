import { invoiceFigures } from '#contract/modules/money/invoice-figures.ts'
import { paidFor, type Invoice } from '#contract/modules/money/billed.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useSay } from './say.ts'

/** What an invoice comes to, in the language of the screen. */
export function useInvoiceFigures(one: Invoice) {
  return invoiceFigures(one, useSay(paidFor(one).invoices))
}

export const percent = (rate: number): string => `${formatNumber(rate / 100, 2)} %`
