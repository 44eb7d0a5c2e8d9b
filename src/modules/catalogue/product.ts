import Package from 'lucide-react/icons/package'
import { product } from '#contract/modules/catalogue/product.ts'
import { CopyScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

export const productScreens = defineScreens(product, {
  icon: Package,
  columns: ['name', 'image', 'sku', 'category', 'colours', 'price', 'warrantyDays', 'active'],
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
  sections: {
    name: 'product:sections.what',
    price: 'product:sections.money',
    warrantyDays: 'product:sections.service',
    image: 'product:sections.shown',
    parts: 'product:sections.parts',
    tags: 'product:sections.more',
  },
  inputs: { taxRate: piece(() => import('./tax-rate-input.tsx').then(({ TaxRateInput }) => TaxRateInput)) },
  routes: {
    '/settings/product-list': { title: 'product:titles.list', may: 'list', page: ListScreen },
    '/settings/product-create': { title: 'product:titles.create', may: 'create', page: FormScreen },
    '/settings/product-edit/:id': { title: 'product:titles.edit', may: 'edit', page: FormScreen },
    '/settings/product-copy/:id': { title: 'product:titles.copy', may: 'create', page: CopyScreen },
  },
})
