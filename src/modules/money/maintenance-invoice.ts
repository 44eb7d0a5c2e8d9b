import { maintenanceInvoice } from '#contract/modules/money/maintenance-invoice.ts'
import { invoicePages } from './invoice-pages.ts'

export const maintenanceInvoicePages = invoicePages(maintenanceInvoice, () =>
  import('./maintenance-invoice-contents.ts').then(it => it.maintenanceInvoiceContents),
)
