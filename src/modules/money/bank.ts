import Landmark from 'lucide-react/icons/landmark'
import { bank } from '#contract/modules/money/bank.ts'
import { DetailScreen, ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

export const bankScreens = defineScreens(bank, {
  icon: Landmark,
  columns: ['name', 'bankBranch', 'accountEnd', 'ifsc', 'upiId', 'active'],
  form: [
    ['name', 'bankBranch'],
    ['accountHolder', 'accountNumber'],
    ['ifsc', 'upiId'],
    ['openingBalance', 'active'],
    ['tags'],
  ],
  panel: piece(() => import('./banks/bank-ledger.tsx').then(({ BankLedger }) => BankLedger)),
  routes: {
    '/settings/bank-list': { title: 'bank:titles.list', may: 'list', page: ListScreen },
    '/settings/bank-details/:id': { title: 'bank:titles.details', may: 'details', page: DetailScreen },
  },
})
