import {
  choice,
  code,
  date,
  dateTime,
  flag,
  listItem,
  maybe,
  money,
  ofToday,
  reference,
  text,
  withDefault,
} from '../../fields.ts'
import { courier } from '../../lists/stock.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** A remittance brings what somebody collected to the bank. */
export const paymentKinds = ['receipt', 'remittance', 'refund'] as const

/** How money goes from hand to hand. */
export const paymentModes = ['cash', 'upi', 'card', 'bankTransfer', 'cheque'] as const

/** Money that came in for an order or a service job, or went back. Never edited: what was wrong is taken back by another one. */
export const payment = defineModule({
  name: 'payment',
  code: 203,
  appendOnly: true,
  fields: {
    /** What it is for: one of the two. */
    order: maybe(reference('order')),
    maintenance: maybe(reference('maintenance')),
    kind: withDefault(choice(paymentKinds), 'receipt'),
    amount: money(),
    mode: withDefault(choice(paymentModes), 'cash'),
    bank: maybe(reference('bank')),
    courier: maybe(listItem(courier)),
    reference: maybe(text(80)),
    paidOn: maybe(ofToday(date())),
    /** It is known that more is paid than is due. */
    isOver: withDefault(flag(), false),
    /** The payment that this one takes back. */
    reverses: maybe(reference('payment')),
    note: maybe(text(300)),
  },
  given: {
    number: code(20),
    at: dateTime(),
    /** The parcel with which a courier collected it, where its sheet says so. */
    dispatch: reference('dispatch'),
    /** What the courier kept for it, beside the amount. */
    charges: money(),
    assignedTo: reference('user'),
    dealerBranch: reference('dealerBranch'),
  },
  title: 'number',
  search: ['number', 'reference', 'note'],
  offline: { keep: 'none', write: false },
  scope: { own: 'assignedTo', branch: 'dealerBranch' },
})
export type Payment = RowOf<typeof payment>
