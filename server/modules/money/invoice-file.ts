import { paidFor, type Invoice } from '#contract/modules/money/billed.ts'
import { orderInvoice } from '#contract/modules/money/order-invoice.ts'
import type { Say } from '#contract/modules/money/invoice-figures.ts'
import { paperFormat } from '#contract/paper-format.ts'
import type { Run } from '#server/lib/transaction.ts'
import { writtenIn, type PaperFile } from '#server/paper/file-route.ts'
import { wordsIn, type Words } from '#server/work/words.ts'
import { namesNow, productNames } from './invoice-names.ts'
import { invoicePdf } from './invoice-pdf.ts'

/** A text of invoices: what those of this kind say in words of their own, or else as all do. */
export const invoiceText =
  (words: Words, one: Invoice): Say =>
  (key, values) =>
    words.text(paidFor(one).invoices, key, values, orderInvoice)

/** An invoice as the file that a customer gets. What is issued is written with the names that it has kept. */
export async function invoiceFile(run: Run, one: Invoice, wanted = 'en'): Promise<PaperFile> {
  const language = writtenIn(wanted)
  const [house] = await run<{ currency: string }>('select currency from general_setting', [])
  const currency = house?.currency ?? 'INR'
  const words = wordsIn(language)
  const products = await productNames(run, one.lines)
  const bytes = await invoicePdf({
    one,
    names: await namesNow(run, one),
    nameOf: id => products.get(id),
    means: {
      say: invoiceText(words, one),
      format: paperFormat(language === 'en' ? 'en-IN' : language, currency),
      currency,
    },
    language,
  })
  const kind = words.option(paidFor(one).invoices, 'kind', one.kind)
  // A number has signs that no name of a file may have.
  return { name: `${kind} ${one.number ?? one.id}.pdf`.replaceAll('/', '-'), bytes }
}
