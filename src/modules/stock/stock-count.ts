import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import { stockCount } from '#contract/modules/stock/stock-count.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'

/** What is counted, and how it differs. The scans are made in a mode of the scanner. */
export const stockCountPages = definePages(stockCount, {
  icon: ClipboardCheck,
  routes: {
    '/stock-count/stock-count-list': { title: 'stockCount:titles.list', may: 'list', page: ListScreen },
    '/stock-count/stock-count-create': { title: 'stockCount:titles.create', may: 'create', page: FormScreen },
    '/stock-count/stock-count-edit/:id': { title: 'stockCount:titles.edit', may: 'edit', page: FormScreen },
    '/stock-count/stock-count-details/:id': { title: 'stockCount:titles.details', may: 'details', page: DetailScreen },
  },
  contents: () => import('./stock-count-contents.ts').then(it => it.stockCountContents),
})
