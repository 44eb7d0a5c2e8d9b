import { orderInvoice } from '#contract/modules/money/order-invoice.ts'
import { invoicePages } from './invoice-pages.ts'

export const orderInvoicePages = invoicePages(orderInvoice, () =>
  import('./order-invoice-contents.ts').then(it => it.orderInvoiceContents),
)
