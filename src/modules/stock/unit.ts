import ScanBarcode from 'lucide-react/icons/scan-barcode'
import { unit } from '#contract/modules/stock/unit.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

export const unitScreens = defineScreens(unit, {
  icon: ScanBarcode,
  columns: ['serial', 'product', 'stage', 'holder', 'customer', 'warrantyEnd', 'tags'],
  form: [
    ['serial', 'product'],
    ['colour', 'grade'],
    ['customer', 'replaces'],
    ['soldAt', 'deliveredAt'],
    ['warrantyBasis'],
    ['warrantyStart', 'warrantyEnd'],
    ['lastCheck', 'tags'],
    ['note'],
  ],
  sections: {
    serial: 'unit:screen.sections.what',
    customer: 'unit:screen.sections.whose',
    warrantyBasis: 'unit:screen.sections.warranty',
    lastCheck: 'unit:screen.sections.more',
  },
  panel: piece(() => import('./units/unit-panel.tsx').then(({ UnitPanel }) => UnitPanel)),
  tabs: {
    life: {
      title: 'unit:screen.tabs.life',
      tab: piece(() => import('./units/life-tab.tsx').then(({ LifeTab }) => LifeTab)),
    },
  },
  routes: {
    '/unit/unit-list': { title: 'unit:titles.list', may: 'list', page: ListScreen },
    '/unit/unit-create': { title: 'unit:titles.create', may: 'create', page: FormScreen },
    '/unit/unit-edit/:id': { title: 'unit:titles.edit', may: 'edit', page: FormScreen },
    '/unit/unit-details/:id': { title: 'unit:titles.details', may: 'details', page: DetailScreen },
  },
})
