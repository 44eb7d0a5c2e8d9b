import { asksForAll, bills, type Bill, type Invoice } from '#contract/modules/money/billed.ts'
import { maintenanceInvoice } from '#contract/modules/money/maintenance-invoice.ts'
import { mayInvoiceJob, mayProposeJob } from '#contract/modules/money/maintenance-invoice-rules.ts'
import { orderInvoice } from '#contract/modules/money/order-invoice.ts'
import type { Row } from '#contract/module.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import type { Screens } from '#src/crud/screens.ts'
import { maintenanceInvoiceContents } from '../maintenance-invoice-contents.ts'
import { orderInvoiceContents } from '../order-invoice-contents.ts'

/** What the tab of invoices goes by on what they are of. */
type InvoiceKind = {
  bill: Bill
  screens: Screens
  /** May an invoice be made of it, where these are there already; may it be said what it will come to? */
  mayInvoice(record: Row, there: readonly Invoice[]): boolean
  mayPropose(record: Row): boolean
}

/** Only what is confirmed is invoiced, and nothing that came to an end before it was sent. */
const isConfirmed = (record: Row) => {
  const { stage, heldFrom } = record as unknown as Order
  return stage !== 'draft' && stage !== 'cancelled' && !(stage === 'onHold' && heldFrom === 'draft')
}
const jobOf = (record: Row) => record as unknown as Maintenance

export const invoiceKinds: Readonly<Record<Bill['field'], InvoiceKind>> = {
  order: {
    bill: bills.order,
    screens: { module: orderInvoice, routes: {}, ...orderInvoiceContents },
    mayInvoice: isConfirmed,
    mayPropose: isConfirmed,
  },
  maintenance: {
    bill: bills.maintenance,
    screens: { module: maintenanceInvoice, routes: {}, ...maintenanceInvoiceContents },
    mayInvoice: (record, there) => {
      const job = jobOf(record)
      return mayInvoiceJob(job) && !there.some(one => asksForAll(one, job.total ?? 0))
    },
    mayPropose: record => mayProposeJob(jobOf(record)),
  },
}
