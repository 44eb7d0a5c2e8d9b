import { part } from '#contract/modules/catalogue/part.ts'
import { defineContents } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

export const partContents = defineContents(part, {
  columns: ['name', 'code', 'onHand', 'minimum', 'low', 'fits', 'price', 'active'],
  form: [
    ['name', 'code'],
    ['fits'],
    ['cost', 'price'],
    ['taxRate', 'hsn'],
    ['barcode'],
    ['minimum', 'active'],
    ['image'],
    ['tags'],
  ],
  sections: {
    name: 'part:screen.sections.what',
    cost: 'part:screen.sections.money',
    minimum: 'part:screen.sections.stock',
    image: 'part:screen.sections.more',
  },
  inputs: {
    minimum: piece(() => import('./products/minimum-input.tsx').then(({ PartMinimum }) => PartMinimum)),
  },
  views: { tooFew: { title: 'part:screen.views.tooFew', asks: () => ({ filter: { low: ['true'] }, sort: 'name' }) } },
  label: () => import('./products/label.tsx').then(it => it.partLabel),
})
