import Package from 'lucide-react/icons/package'
import { product } from '#contract/modules/catalogue/product.ts'
import { CopyScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'

export const productPages = definePages(product, {
  icon: Package,
  routes: {
    '/settings/product-list': { title: 'product:titles.list', may: 'list', page: ListScreen },
    '/settings/product-create': { title: 'product:titles.create', may: 'create', page: FormScreen },
    '/settings/product-edit/:id': { title: 'product:titles.edit', may: 'edit', page: FormScreen },
    '/settings/product-copy/:id': { title: 'product:titles.copy', may: 'create', page: CopyScreen },
  },
  contents: () => import('./product-contents.ts').then(it => it.productContents),
})
