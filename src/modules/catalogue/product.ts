import Package from 'lucide-react/icons/package'
import { product } from '#contract/modules/catalogue/product.ts'
import { FormScreen, ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'

export const productScreens = defineScreens(product, {
  icon: Package,
  columns: ['name', 'sku', 'category', 'type', 'price', 'warrantyDays', 'active'],
  form: [
    ['name', 'sku'],
    ['category', 'type'],
    ['colours'],
    ['price', 'floorPrice'],
    ['taxRate', 'hsn'],
    ['warrantyDays', 'serialised'],
    ['image'],
    ['description'],
    ['parts'],
    ['tags', 'active'],
  ],
  routes: {
    '/settings/product-list': { title: 'product:titles.list', may: 'list', page: ListScreen },
    '/settings/product-create': { title: 'product:titles.create', may: 'create', page: FormScreen },
    '/settings/product-edit/:id': { title: 'product:titles.edit', may: 'edit', page: FormScreen },
    '/settings/product-copy/:id': { title: 'product:titles.copy', may: 'create', page: FormScreen },
  },
})
