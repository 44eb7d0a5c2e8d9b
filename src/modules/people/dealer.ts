import Store from 'lucide-react/icons/store'
import { dealer } from '#contract/modules/people/dealer.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'

export const dealerPages = definePages(dealer, {
  icon: Store,
  routes: {
    '/dealer/dealer-list': { title: 'dealer:titles.list', may: 'list', page: ListScreen },
    '/dealer/dealer-create': { title: 'dealer:titles.create', may: 'create', page: FormScreen },
    '/dealer/dealer-details/:id': { title: 'dealer:titles.details', may: 'details', page: DetailScreen },
  },
  contents: () => import('./dealer-contents.ts').then(it => it.dealerContents),
})
