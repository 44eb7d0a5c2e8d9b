import {
  accountMoney,
  choice,
  code,
  lineOf,
  lines,
  listItem,
  maybe,
  quantity,
  reference,
  text,
  withDefault,
} from '../../fields.ts'
import { refundStatus } from '../../lists/after-sales.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** Where the money of a cancellation is. */
const refundAt = ({ stage, refunded }: Record<string, unknown>) =>
  stage === 'refundPending' ? 'due' : Number(refunded) > 0 ? 'paid' : 'notDue'

/** What does not leave of an order that was taken, why, and what is paid back. */
export const orderCancel = defineModule({
  name: 'orderCancel',
  code: 205,
  colour: 'green',
  // Whoever changes orders cancels what is in them.
  also: {
    list: ['20-c', '20-d', '20-f'],
    create: ['20-c', '20-f'],
    edit: ['20-c', '20-f'],
    details: ['20-c', '20-d', '20-f'],
  },
  fields: {
    order: reference('order'),
    lines: lines({ line: lineOf('order'), qty: withDefault(quantity({ min: 1, max: 10_000 }), 1) }),
    reason: text(300),
    requestedBy: withDefault(choice(['customer', 'us', 'courier']), 'customer'),
    /** How it is paid back. */
    refundMode: maybe(choice(['cash', 'upi', 'card', 'bankTransfer', 'cheque'])),
    note: maybe(text(300)),
  },
  given: {
    number: code(20),
    refundDue: accountMoney(),
    refundStatus: listItem(refundStatus),
    refunded: accountMoney(),
    bank: reference('bank'),
    reference: text(80),
    rejectReason: text(300),
    dealerBranch: reference('dealerBranch'),
    assignedTo: reference('user'),
  },
  title: 'number',
  search: ['number', 'reason', 'reference'],
  offline: { keep: 'none', write: false },
  scope: { own: 'assignedTo', branch: 'dealerBranch' },
  stages: ['requested', 'refundPending', 'refunded', 'closed', 'rejected'],
  aside: { rejected: 'ended' },
  axes: { refundStatus: refundAt },
  editable: ['requested'],
  archivable: ['requested', 'closed', 'rejected'],
  moves: {
    approve: { from: ['requested'], needs: 'approve', exclusive: true },
    reject: { from: ['requested'], to: 'rejected', args: { rejectReason: text(300) } },
    refund: {
      from: ['refundPending'],
      to: 'refunded',
      needs: 'approve',
      exclusive: true,
      args: {
        refundMode: choice(['cash', 'upi', 'card', 'bankTransfer', 'cheque']),
        bank: maybe(reference('bank')),
        reference: maybe(text(80)),
      },
    },
    close: { from: ['refunded'], to: 'closed' },
  },
})
export type OrderCancel = RowOf<typeof orderCancel>
