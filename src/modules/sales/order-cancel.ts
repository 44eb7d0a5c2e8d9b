import PackageX from 'lucide-react/icons/package-x'
import { orderCancel } from '#contract/modules/sales/order-cancel.ts'
import { order } from '#contract/modules/sales/order.ts'
import { definePages } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'

/** Both addresses name the order whose lines are cancelled. */
export const orderCancelPages = definePages(orderCancel, {
  icon: PackageX,
  onRecords: {
    title: 'orderCancel:titles.list',
    tab: piece(() => import('./orders/cancels-tab.tsx').then(it => it.CancelsTab)),
  },
  routes: {
    '/orders/orders-cancel-create/:id': {
      title: 'orderCancel:titles.create',
      may: { of: order, action: 'edit' },
      page: lazyPage(() => import('./orders/cancel-pages.tsx').then(it => it.CancelCreate)),
      record: order,
    },
    '/orders/orders-cancel-edit/:id': {
      title: 'orderCancel:titles.edit',
      may: { of: order, action: 'edit' },
      page: lazyPage(() => import('./orders/cancel-pages.tsx').then(it => it.CancelEdit)),
      record: order,
    },
  },
  contents: () => import('./order-cancel-contents.ts').then(it => it.orderCancelContents),
})
