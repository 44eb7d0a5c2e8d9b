import { cashOrder } from '#contract/modules/money/cash-order.ts'
import { defineContents } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'
import { CourierCell } from './cash-orders/courier-cell.tsx'

export const cashOrderContents = defineContents(cashOrder, {
  // Who has a courier pays on delivery: the mode of payment stands on the record.
  columns: ['number', 'name', 'stage', 'expected', 'collected', 'remitted', 'toRemit', 'courier'],
  beside: { name: 'city' },
  cells: { courier: CourierCell },
  form: [['note'], ['tags']],
  panel: piece(() => import('./payments/cash-order-panel.tsx').then(it => it.CashOrderPanel)),
  inPanel: [
    'order',
    'name',
    'phone',
    'paymentMode',
    'courier',
    'awb',
    'expected',
    'collected',
    'remitted',
    'city',
    'toCollect',
    'toRemit',
    'collectedOn',
  ],
  views: {
    toCollect: {
      title: 'cashOrder:screen.views.toCollect',
      asks: () => ({ filter: { stage: ['toCollect'] }, sort: 'createdAt' }),
    },
    withCourier: {
      title: 'cashOrder:screen.views.withCourier',
      asks: () => ({ filter: { stage: ['toCollect', 'toRemit'], courier: ['any'] }, sort: 'createdAt' }),
    },
    toRemit: {
      title: 'cashOrder:screen.views.toRemit',
      asks: () => ({ filter: { stage: ['toRemit'] }, sort: 'collectedOn' }),
    },
    differences: {
      title: 'cashOrder:screen.views.differences',
      asks: () => ({ filter: { stage: ['difference'] }, sort: 'collectedOn' }),
    },
  },
})
