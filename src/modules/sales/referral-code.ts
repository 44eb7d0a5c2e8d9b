import TicketPercent from 'lucide-react/icons/ticket-percent'
import { referralCode } from '#contract/modules/sales/referral-code.ts'
import { ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'

export const referralCodePages = definePages(referralCode, {
  icon: TicketPercent,
  routes: {
    '/settings/referral-code-list': { title: 'referralCode:titles.list', may: 'list', page: ListScreen },
  },
  contents: () => import('./referral-code-contents.ts').then(it => it.referralCodeContents),
})
