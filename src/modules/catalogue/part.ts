import Cog from 'lucide-react/icons/cog'
import { part } from '#contract/modules/catalogue/part.ts'
import { FormScreen, ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

export const partScreens = defineScreens(part, {
  icon: Cog,
  columns: ['name', 'code', 'onHand', 'minimum', 'low', 'fits', 'price', 'active'],
  form: [
    ['name', 'code'],
    ['fits'],
    ['cost', 'price'],
    ['taxRate', 'barcode'],
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
  inputs: { taxRate: piece(() => import('./tax-rate-input.tsx').then(({ TaxRateInput }) => TaxRateInput)) },
  routes: {
    '/settings/part-list': { title: 'part:titles.list', may: 'list', page: ListScreen },
    '/settings/part-create': { title: 'part:titles.create', may: 'create', page: FormScreen },
    '/settings/part-edit/:id': { title: 'part:titles.edit', may: 'edit', page: FormScreen },
  },
})
