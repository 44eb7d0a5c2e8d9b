import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'

export const inquiryPages = definePages(inquiry, {
  icon: ShoppingBag,
  routes: {
    '/inquiry/inquiry-list': { title: 'inquiry:titles.list', may: 'list', page: ListScreen },
    '/inquiry/inquiry-create': {
      title: 'inquiry:titles.create',
      may: 'create',
      page: lazyPage(() => import('./inquiries/create-page.tsx').then(it => it.InquiryCreate)),
    },
    '/inquiry/inquiry-edit/:id': { title: 'inquiry:titles.edit', may: 'edit', page: FormScreen, record: inquiry },
    '/inquiry/inquiry-details/:id': {
      title: 'inquiry:titles.details',
      may: 'details',
      page: DetailScreen,
      record: inquiry,
    },
    '/inquiry/inquiry-print/:id': {
      title: 'inquiry:titles.print',
      may: 'details',
      page: lazyPage(() => import('./inquiries/print-page.tsx').then(it => it.InquiryPrint)),
      record: inquiry,
    },
    '/inquiry/inquiry-move/:id': {
      title: 'inquiry:titles.move',
      may: 'edit',
      page: lazyPage(() => import('./orders/move-page.tsx').then(it => it.InquiryMove)),
      record: inquiry,
    },
  },
  contents: () => import('./inquiry-contents.ts').then(it => it.inquiryContents),
})
