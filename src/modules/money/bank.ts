import Landmark from 'lucide-react/icons/landmark'
import { bank } from '#contract/modules/money/bank.ts'
import { DetailScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'

export const bankPages = definePages(bank, {
  icon: Landmark,
  routes: {
    '/settings/bank-list': { title: 'bank:titles.list', may: 'list', page: ListScreen },
    '/settings/bank-details/:id': { title: 'bank:titles.details', may: 'details', page: DetailScreen },
  },
  contents: () => import('./bank-contents.ts').then(it => it.bankContents),
})
