import { product } from '#contract/modules/catalogue/product.ts'
import { defineContents } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

export const productContents = defineContents(product, {
  columns: ['name', 'image', 'sku', 'price', 'onHand', 'low'],
  form: [
    ['name', 'sku'],
    ['category', 'type'],
    ['colours'],
    ['price', 'floorPrice'],
    ['taxRate', 'hsn'],
    ['warrantyDays', 'serialised'],
    ['minimum'],
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
  inputs: {
    minimum: piece(() => import('./products/minimum-input.tsx').then(({ ProductMinimum }) => ProductMinimum)),
  },
  views: {
    tooFew: { title: 'product:screen.views.tooFew', asks: () => ({ filter: { low: ['true'] }, sort: 'name' }) },
  },
})
