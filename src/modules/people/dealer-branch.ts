import Building2 from 'lucide-react/icons/building-2'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'

export const dealerBranchScreens = defineScreens(dealerBranch, {
  icon: Building2,
  columns: ['name', 'storeType', 'phone', 'address', 'doesService', 'active'],
  form: [
    ['name', 'storeType'],
    ['phone', 'email'],
    ['address'],
    ['hours'],
    ['doesService', 'active'],
    ['tags'],
    ['note'],
  ],
  routes: {
    '/dealer-branch/dealer-branch-list': { title: 'dealerBranch:titles.list', may: 'list', page: ListScreen },
    '/dealer-branch/dealer-branch-create': { title: 'dealerBranch:titles.create', may: 'create', page: FormScreen },
    '/dealer-branch/dealer-branch-edit/:id': { title: 'dealerBranch:titles.edit', may: 'edit', page: FormScreen },
    '/dealer-branch/dealer-branch-details/:id': {
      title: 'dealerBranch:titles.details',
      may: 'details',
      page: DetailScreen,
    },
  },
})
