import { orderCancel } from '#contract/modules/sales/order-cancel.ts'
import { defineContents } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

export const orderCancelContents = defineContents(orderCancel, {
  columns: ['number', 'order', 'stage', 'reason', 'refundDue', 'createdAt'],
  form: [['lines'], ['reason'], ['requestedBy', 'refundMode'], ['note']],
  inputs: { lines: piece(() => import('./orders/cancel-lines.tsx').then(it => it.CancelLines)) },
})
