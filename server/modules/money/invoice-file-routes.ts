import { bills, type Invoice } from '#contract/modules/money/billed.ts'
import type { App, Services } from '#server/lib/http.ts'
import { paperRoute } from '#server/paper/file-route.ts'
import { invoiceFile } from './invoice-file.ts'

/** Each invoice as a file, for whoever may see its details. */
export function invoiceFileRoutes(api: App, services: Services): void {
  for (const { invoices } of Object.values(bills))
    paperRoute(api, services, {
      module: invoices,
      path: 'file',
      summary: 'An invoice as PDF',
      otherwise: 'invoice.pdf',
      write: (run, { row, language }) => invoiceFile(run, row as unknown as Invoice, language),
    })
}
