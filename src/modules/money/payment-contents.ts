import { payment } from '#contract/modules/money/payment.ts'
import { defineContents } from '#src/crud/screens.ts'

export const paymentContents = defineContents(payment, {
  columns: ['number', 'at', 'kind', 'amount', 'mode', 'reference', 'bank'],
  form: [['amount', 'mode'], ['paidOn'], ['bank', 'reference'], ['courier', 'isOver'], ['note']],
})
