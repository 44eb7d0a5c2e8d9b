import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import PackagePlus from 'lucide-react/icons/package-plus'
import { unit } from '#contract/modules/stock/unit.ts'
import { can, mayMove } from '#contract/rules.ts'
import { defineContents } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'

export const unitContents = defineContents(unit, {
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
  modes: {
    receiveUnits: {
      title: 'unit:screen.receive.title',
      icon: PackagePlus,
      may: actor => can(actor, unit, 'create'),
      place: piece(() => import('./units/receive/receive-units.tsx').then(it => it.ReceiveUnits)),
    },
    moveUnits: {
      title: 'unit:screen.move.title',
      icon: ArrowRightLeft,
      may: actor => mayMove(unit, unit.moves!.quarantine, actor),
      place: piece(() => import('./units/move/move-units.tsx').then(it => it.MoveUnits)),
    },
  },
  details: lazyPage(() => import('./units/details-page.tsx').then(it => it.UnitDetails)),
  panel: piece(() => import('./units/unit-panel.tsx').then(({ UnitPanel }) => UnitPanel)),
  label: () => import('./units/label.tsx').then(it => it.unitLabel),
})
