import Building2 from 'lucide-react/icons/building-2'
import { dealer } from '#contract/modules/people/dealer.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'

export const dealerBranchPages = definePages(dealerBranch, {
  icon: Building2,
  routes: {
    '/dealer-branch/dealer-branch-list': { title: 'dealerBranch:titles.list', may: 'list', page: ListScreen },
    '/dealer-branch/dealer-branch-create': { title: 'dealerBranch:titles.create', may: 'create', page: FormScreen },
    '/dealer-branch/dealer-branch-add/:id': {
      title: 'dealerBranch:titles.add',
      may: 'create',
      page: lazyPage(() => import('./dealers/add-branch.tsx').then(it => it.AddBranch)),
      idOf: dealer,
    },
    '/dealer-branch/dealer-branch-edit/:id': { title: 'dealerBranch:titles.edit', may: 'edit', page: FormScreen },
    '/dealer-branch/dealer-branch-details/:id': {
      title: 'dealerBranch:titles.details',
      may: 'details',
      page: DetailScreen,
    },
  },
  contents: () => import('./dealer-branch-contents.ts').then(it => it.dealerBranchContents),
})
