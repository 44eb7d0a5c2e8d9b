import { sellerName } from '#contract/modules/money/invoice-paper.ts'
import type { Invoice } from '#contract/modules/money/billed.ts'
import type { WriteMail } from '#server/mailing/runner.ts'
import { mailWithFile } from '#server/mailing/with-file.ts'
import { wordsIn } from '#server/work/words.ts'
import { invoiceFile, invoiceText } from './invoice-file.ts'
import { namesNow } from './invoice-names.ts'

/** An invoice on its way to who is asked to pay it. */
export const invoiceMail: WriteMail = async (run, row, { message }) => {
  const one = row as unknown as Invoice
  return mailWithFile({
    name: one.name ?? '',
    what: invoiceText(wordsIn(), one)(`screen.onPaper.${one.kind}`),
    number: one.number,
    from: sellerName(one, (await namesNow(run, one)).seller.name),
    message,
    file: await invoiceFile(run, one),
  })
}
