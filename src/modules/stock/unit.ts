import ScanBarcode from 'lucide-react/icons/scan-barcode'
import { unit } from '#contract/modules/stock/unit.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'

export const unitPages = definePages(unit, {
  icon: ScanBarcode,
  routes: {
    '/unit/unit-list': { title: 'unit:titles.list', may: 'list', page: ListScreen },
    '/unit/unit-create': { title: 'unit:titles.create', may: 'create', page: FormScreen },
    '/unit/unit-edit/:id': { title: 'unit:titles.edit', may: 'edit', page: FormScreen },
    '/unit/unit-details/:id': { title: 'unit:titles.details', may: 'details', page: DetailScreen },
  },
  contents: () => import('./unit-contents.ts').then(it => it.unitContents),
})
