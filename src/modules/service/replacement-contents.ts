import { replacement } from '#contract/modules/service/replacement.ts'
import { defineContents } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'

export const replacementContents = defineContents(replacement, {
  columns: ['number', 'name', 'oldUnit', 'newUnit', 'stage', 'mode', 'reason', 'oldDueOn', 'assignedTo'],
  form: [
    ['oldUnit'],
    ['product', 'colour'],
    ['reason'],
    ['mode', 'oldDueOn'],
    ['warranty', 'differenceDue'],
    ['phone', 'name'],
    ['customer', 'email'],
    ['address'],
    ['pincode', 'area', 'city'],
    ['state', 'country'],
    ['maintenance', 'order'],
    ['assignedTo', 'dealerBranch'],
    ['note'],
  ],
  sections: {
    oldUnit: 'replacement:screen.sections.devices',
    phone: 'replacement:screen.sections.customer',
    maintenance: 'replacement:screen.sections.more',
  },
  views: {
    toApprove: {
      title: 'replacement:screen.views.toApprove',
      asks: () => ({ filter: { stage: ['requested'] }, sort: 'createdAt' }),
    },
    waiting: {
      title: 'replacement:screen.views.waiting',
      asks: () => ({ filter: { stage: ['awaitingOldUnit'] }, sort: 'createdAt' }),
    },
    toHandOver: {
      title: 'replacement:screen.views.toHandOver',
      asks: () => ({ filter: { stage: ['approved', 'allocated'] }, sort: 'createdAt' }),
    },
    overdue: {
      title: 'replacement:screen.views.overdue',
      asks: () => ({
        filter: {
          stage: ['dispatched', 'delivered'],
          mode: ['advance'],
          oldDueOn: ['..@today-1'],
          oldBackAt: ['none'],
          writtenOffAt: ['none'],
        },
        sort: 'oldDueOn',
      }),
    },
  },
  inputs: { oldUnit: piece(() => import('./maintenance/unit-input.tsx').then(it => it.UnitInput)) },
  details: lazyPage(() => import('./replacement/details-page.tsx').then(it => it.ReplacementDetails)),
  panel: piece(() => import('./replacement/replacement-panel.tsx').then(it => it.ReplacementPanel)),
})
