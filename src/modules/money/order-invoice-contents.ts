import { orderInvoice } from '#contract/modules/money/order-invoice.ts'
import { defineContents } from '#src/crud/screens.ts'
import { invoiceContents } from './invoice-contents.ts'

export const orderInvoiceContents = defineContents(orderInvoice, {
  ...invoiceContents(orderInvoice),
  columns: ['number', 'kind', 'name', 'date', 'stage', 'total', 'paid', 'outstanding', 'dueDate', 'order'],
  form: [['date', 'dueDate'], ['lines'], ['discount', 'fees'], ['reason'], ['note']],
})
