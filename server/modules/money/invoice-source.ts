import { asksForAll, type Invoice } from '#contract/modules/money/billed.ts'
import { isIssued } from '#contract/modules/money/invoice-rules.ts'
import { problem } from '#contract/problem.ts'
import type { Tx } from '#server/crud/store.ts'
import { invoicesOf } from '#server/flows/invoicing.ts'
import type { Ground, Of } from './billing.ts'
import { leftOf, type Taken, type Whole } from './invoice-parts.ts'

/** What a document takes its part of, what is left of that, and the others, also those that take nothing. */
export type Source = Ground & { left: Whole; others: Invoice[] }

export const wholeInvoice = ({ lines, discount = 0, fees = 0, total }: Invoice): Whole => ({
  lines: lines.map(({ line, qty, unitPrice, discount: off }) => ({
    line,
    qty,
    unitPrice: unitPrice ?? 0,
    discount: off ?? 0,
  })),
  discount,
  fees,
  total: total ?? 0,
})

/**
 * What that document may take its part of. Where it is issued itself only what is issued counts: a draft promises nothing.
 * What it is of is locked by whoever asks.
 */
export async function sourceOf(
  tx: Pick<Tx, 'where'>,
  { billing, subject, against }: Of,
  { mine, onlyIssued }: { mine: Invoice; onlyIssued: boolean },
): Promise<Source> {
  const others = (await invoicesOf(tx, billing, subject.id)).filter(({ id }) => id !== mine.id)
  const counts = (one: Invoice) => isIssued(one) || (!onlyIssued && one.stage === 'draft' && !one.archivedAt)
  const taken = (sign: 1 | -1, from: readonly Invoice[]): Taken[] => from.map(one => ({ sign, of: wholeInvoice(one) }))
  const credits = others.filter(({ kind }) => kind === 'creditNote')
  if (against) {
    const whole = wholeInvoice(against)
    const mine = credits.filter(one => one.against === against.id && counts(one))
    const { taxIncluded, feeRate } = against
    return {
      whole,
      left: leftOf(whole, taken(1, mine)),
      others,
      taxIncluded: taxIncluded !== false,
      feeRate: feeRate ?? 0,
    }
  }
  const ground = billing.groundOf(subject)
  // A proforma says what it will come to: it takes nothing.
  if (mine.kind === 'proforma') return { ...ground, left: ground.whole, others }
  const invoices = others.filter(one => one.kind === 'invoice' && counts(one))
  if (billing.atOnce) {
    const asking = invoices.find(one => asksForAll(one, ground.whole.total))
    if (asking) throw problem('not-now', `${asking.number ?? 'A draft'} asks for all of it already.`)
    return { ...ground, left: ground.whole, others }
  }
  return {
    ...ground,
    left: leftOf(ground.whole, [...taken(1, invoices), ...taken(-1, credits.filter(isIssued))]),
    others,
  }
}
