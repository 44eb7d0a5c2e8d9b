import UserRound from 'lucide-react/icons/user-round'
import { customer } from '#contract/modules/people/customer.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'

export const customerPages = definePages(customer, {
  icon: UserRound,
  routes: {
    '/customers/customer-list': { title: 'customer:titles.list', may: 'list', page: ListScreen },
    '/customers/customer-create': { title: 'customer:titles.create', may: 'create', page: FormScreen },
    '/customers/customer-edit/:id': { title: 'customer:titles.edit', may: 'edit', page: FormScreen },
    '/customers/customer-history/:id': { title: 'customer:titles.details', may: 'details', page: DetailScreen },
  },
  contents: () => import('./customer-contents.ts').then(it => it.customerContents),
})
