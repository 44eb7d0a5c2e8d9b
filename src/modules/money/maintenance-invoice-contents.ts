import { maintenanceInvoice } from '#contract/modules/money/maintenance-invoice.ts'
import { defineContents } from '#src/crud/screens.ts'
import { invoiceContents } from './invoice-contents.ts'

export const maintenanceInvoiceContents = defineContents(maintenanceInvoice, {
  ...invoiceContents(maintenanceInvoice),
  columns: [
    'number',
    'kind',
    'name',
    'device',
    'date',
    'stage',
    'total',
    'paid',
    'outstanding',
    'dueDate',
    'maintenance',
  ],
  form: [['date', 'dueDate'], ['lines'], ['reason'], ['note']],
})
