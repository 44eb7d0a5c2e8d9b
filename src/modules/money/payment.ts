import HandCoins from 'lucide-react/icons/hand-coins'
import { payment } from '#contract/modules/money/payment.ts'
import { definePages } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

/** Payments have no pages of their own: they stand on their order. */
export const paymentPages = definePages(payment, {
  icon: HandCoins,
  onRecords: {
    title: 'payment:titles.list',
    tab: piece(() => import('./payments/payments-tab.tsx').then(it => it.PaymentsTab)),
  },
  routes: {},
  contents: () => import('./payment-contents.ts').then(it => it.paymentContents),
})
