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
    name: 'product:screen.sections.what',
    price: 'product:screen.sections.money',
    warrantyDays: 'product:screen.sections.service',
    image: 'product:screen.sections.shown',
    parts: 'product:screen.sections.parts',
    tags: 'product:screen.sections.more',
  },
  inputs: { taxRate: piece(() => import('./tax-rate-input.tsx').then(({ TaxRateInput }) => TaxRateInput)) },
  routes: {
    '/settings/product-list': { title: 'product:titles.list', may: 'list', page: ListScreen },
    '/settings/product-create': { title: 'product:titles.create', may: 'create', page: FormScreen },
    '/settings/product-edit/:id': { title: 'product:titles.edit', may: 'edit', page: FormScreen },
    '/settings/product-copy/:id': { title: 'product:titles.copy', may: 'create', page: CopyScreen },
  },
})
