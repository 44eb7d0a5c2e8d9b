import { useTranslation } from 'react-i18next'
import type { Bill } from '#contract/modules/money/billed.ts'
import { apiPath } from '#contract/module.ts'
import { useFile } from '#src/data/use-file.ts'

/** Saves an invoice as the file that the customer gets. */
export function useInvoiceFile({ invoices }: Pick<Bill, 'invoices'>, id: number) {
  const { i18n } = useTranslation()
  const { busy, failed, save } = useFile(`${apiPath(invoices)}/${id}/file`)
  return { busy, failed, save: () => save({ language: i18n.language }, `invoice-${id}.pdf`) }
}
