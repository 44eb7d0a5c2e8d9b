import Package from 'lucide-react/icons/package'
import { order } from '#contract/modules/sales/order.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'

export const orderPages = definePages(order, {
  icon: Package,
  routes: {
    '/orders/orders-list': { title: 'order:titles.list', may: 'list', page: ListScreen },
    '/orders/orders-create': {
      title: 'order:titles.create',
      may: 'create',
      page: lazyPage(() => import('./orders/create-page.tsx').then(it => it.OrderCreate)),
    },
    '/orders/orders-edit/:id': { title: 'order:titles.edit', may: 'edit', page: FormScreen, record: order },
    '/orders/orders-details/:id': { title: 'order:titles.details', may: 'details', page: DetailScreen, record: order },
  },
  contents: () => import('./order-contents.ts').then(it => it.orderContents),
})
