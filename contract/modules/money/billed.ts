import { order } from '../sales/order.ts'
import { maintenance } from '../service/maintenance.ts'
import { isOwed } from './invoice-rules.ts'
import { maintenanceInvoice, type MaintenanceInvoice } from './maintenance-invoice.ts'
import { orderInvoice, type OrderInvoice } from './order-invoice.ts'

/**
 * What customers are asked to pay for: the field by which its invoices and payments name it, and its noun in what is said.
 * Does it owe less for what was credited?
 */
export const bills = {
  order: { field: 'order', noun: 'order', of: order, invoices: orderInvoice, isCredited: false },
  maintenance: { field: 'maintenance', noun: 'job', of: maintenance, invoices: maintenanceInvoice, isCredited: true },
} as const
export type Bill = (typeof bills)[keyof typeof bills]

/** What the invoices of this module are of. */
export const billOf = ({ name }: { name: string }): Bill =>
  name === maintenanceInvoice.name ? bills.maintenance : bills.order

/** What somebody pays for: one of the two is said. */
export const paidFor = (row: Record<string, unknown>): Bill => (row.maintenance ? bills.maintenance : bills.order)

type OrderLine = OrderInvoice['lines'][number]
type JobLine = MaintenanceInvoice['lines'][number]
type Own<Of, Shared> = Partial<Omit<Of, keyof Shared>>

/** A line of an invoice, whatever it is of. */
export type InvoiceLine = Pick<OrderLine, keyof OrderLine & keyof JobLine> &
  Own<OrderLine, JobLine> &
  Own<JobLine, OrderLine>

type Shared = Omit<Pick<OrderInvoice, keyof OrderInvoice & keyof MaintenanceInvoice>, 'lines'>
/** An invoice, whatever it is of. */
export type Invoice = Shared &
  Own<OrderInvoice, MaintenanceInvoice> &
  Own<MaintenanceInvoice, OrderInvoice> & { lines: InvoiceLine[] }

type Asked = Pick<Invoice, 'kind' | 'stage' | 'credited' | 'total'>

/** Does it ask for what it is of, so that no other one does? Nobody asks with what was credited in full or came to nothing. */
export const isAsking = (one: Asked): boolean =>
  isOwed(one) ? (one.credited ?? 0) < (one.total ?? 0) : one.kind === 'invoice' && one.stage === 'draft'

/** Leaves it nothing to ask for of what costs so much? One of nothing is enough for what costs nothing. */
export const asksForAll = (one: Asked, cost: number): boolean =>
  isAsking(one) || (cost === 0 && isOwed(one) && (one.total ?? 0) === 0)
