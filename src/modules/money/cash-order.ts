import Banknote from 'lucide-react/icons/banknote'
import { cashOrder } from '#contract/modules/money/cash-order.ts'
import { definePages } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'

export const cashOrderPages = definePages(cashOrder, {
  icon: Banknote,
  routes: {
    '/cash-orders/cash-orders-list': {
      title: 'cashOrder:titles.list',
      may: 'list',
      page: lazyPage(() => import('./cash-orders/cash-orders-page.tsx').then(it => it.CashOrders)),
    },
  },
  opensAt: '/cash-orders/cash-orders-list?cash=:id',
  contents: () => import('./cash-order-contents.ts').then(it => it.cashOrderContents),
})
