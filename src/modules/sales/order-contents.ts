import ClipboardList from 'lucide-react/icons/clipboard-list'
import Printer from 'lucide-react/icons/printer'
import { order } from '#contract/modules/sales/order.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { defineContents } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'
import { OwnerCell } from './orders/owner-cell.tsx'
import { PromisedCell } from './orders/promised-cell.tsx'

const running = order.offline.open ?? []

export const orderContents = defineContents(order, {
  columns: ['number', 'name', 'stage', 'promisedDate', 'paymentMode', 'courier', 'items', 'total', 'assignedTo'],
  beside: { name: 'city', paymentMode: 'paymentState', courier: 'awb' },
  cells: { promisedDate: PromisedCell, assignedTo: OwnerCell },
  selected: [
    {
      title: 'dispatch:titles.pickList',
      icon: ClipboardList,
      may: { of: dispatch, action: 'list' },
      to: ids => `/dispatch/dispatch-pick-list?orders=${ids.join(',')}`,
    },
    {
      title: 'dispatch:screen.selectedLabels',
      icon: Printer,
      may: { of: dispatch, action: 'list' },
      to: ids => `/orders/orders-dispatch-label/0?orders=${ids.join(',')}`,
    },
  ],
  form: [
    ['phone', 'name'],
    ['customer', 'inquiry'],
    ['address'],
    ['pincode', 'area', 'city'],
    ['state', 'country', 'taxId'],
    ['altPhone', 'email'],
    ['billing'],
    ['lines'],
    ['shippingFee', 'codFee'],
    ['discount', 'taxIncluded'],
    ['promisedDate', 'paymentMode', 'orderDate'],
    ['assignedTo', 'dealerBranch', 'courier'],
    ['channel', 'referral'],
    ['source', 'tags'],
    ['note'],
  ],
  sections: {
    phone: 'order:screen.sections.customer',
    lines: 'order:screen.sections.lines',
    promisedDate: 'order:screen.sections.terms',
  },
  views: {
    open: {
      title: 'order:screen.views.open',
      asks: () => ({ filter: { stage: [...running] }, sort: '-createdAt' }),
    },
    toConfirm: {
      title: 'order:screen.views.toConfirm',
      asks: () => ({ filter: { stage: ['draft'] }, sort: 'createdAt' }),
    },
    toPack: {
      title: 'order:screen.views.toPack',
      asks: () => ({ filter: { stage: ['confirmed', 'packing'] }, sort: 'promisedDate' }),
    },
    late: {
      title: 'order:screen.views.late',
      asks: () => ({
        filter: { stage: ['draft', 'confirmed', 'packing'], lateSince: ['any'] },
        sort: 'dueAt',
      }),
    },
    unpaid: {
      title: 'order:screen.views.unpaid',
      asks: () => ({ filter: { stage: [...running.slice(1), 'delivered'], balance: ['1..'] }, sort: 'orderDate' }),
    },
  },
  inputs: {
    phone: piece(() => import('./orders/phone-input.tsx').then(it => it.PhoneInput)),
    lines: piece(() => import('./orders/lines-input.tsx').then(it => it.LinesInput)),
    // They stand beside the totals that they are a part of.
    shippingFee: null,
    codFee: null,
    discount: null,
    taxIncluded: null,
  },
  inPanel: [
    'phone',
    'name',
    'customer',
    'inquiry',
    'altPhone',
    'email',
    'address',
    'pincode',
    'area',
    'city',
    'state',
    'country',
    'taxId',
    'billing',
    'lines',
    'shippingFee',
    'codFee',
    'discount',
    'taxIncluded',
    'promisedDate',
    'paymentMode',
    'items',
    'taxable',
    'tax',
    'roundOff',
    'total',
    'paid',
    'balance',
    'missing',
    'belowFloor',
    'holdReason',
    'heldFrom',
  ],
  across: piece(() => import('#src/crud/stage-bar.tsx').then(it => it.StageBar)),
  panel: piece(() => import('./orders/order-panel.tsx').then(it => it.OrderPanel)),
})
