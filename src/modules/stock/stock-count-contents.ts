import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import { countEntry } from '#contract/modules/stock/count-entry.ts'
import { stockCount } from '#contract/modules/stock/stock-count.ts'
import { can } from '#contract/rules.ts'
import { defineContents } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'

export const stockCountContents = defineContents(stockCount, {
  columns: ['number', 'stage', 'note', 'products', 'parts', 'startedAt', 'differences', 'worth', 'bookedBy'],
  form: [['products'], ['parts'], ['note']],
  details: lazyPage(() => import('./count/details-page.tsx').then(it => it.CountDetails)),
  panel: piece(() => import('./count/count-panel.tsx').then(it => it.CountPanel)),
  modes: {
    countStock: {
      title: 'stockCount:screen.mode',
      icon: ClipboardCheck,
      may: actor => can(actor, countEntry, 'create') && can(actor, countEntry, 'list'),
      place: piece(() => import('./count/count-mode.tsx').then(it => it.CountMode)),
    },
  },
  views: {
    toApprove: {
      title: 'stockCount:screen.views.toApprove',
      asks: () => ({ filter: { stage: ['counted'] }, sort: 'countedAt' }),
    },
  },
})
