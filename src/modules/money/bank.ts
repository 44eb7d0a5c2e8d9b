import Landmark from 'lucide-react/icons/landmark'
import { bank } from '#contract/modules/money/bank.ts'
import { DetailScreen, ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'

export const bankScreens = defineScreens(bank, {
  icon: Landmark,
  columns: ['name', 'bankBranch', 'ifsc', 'accountNumber', 'upiId', 'active'],
  form: [
    ['name', 'bankBranch'],
    ['accountHolder', 'accountNumber'],
    ['ifsc', 'upiId'],
    ['openingBalance', 'active'],
    ['tags'],
  ],
  routes: {
    '/settings/bank-list': { title: 'bank:titles.list', may: 'list', page: ListScreen },
    '/settings/bank-details/:id': { title: 'bank:titles.details', may: 'details', page: DetailScreen },
  },
})
