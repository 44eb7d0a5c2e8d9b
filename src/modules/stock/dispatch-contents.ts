import Handshake from 'lucide-react/icons/handshake'
import PackageX from 'lucide-react/icons/package-x'
import { mayWriteFor } from '#contract/modules/stock/dispatch-writes.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { mayMove } from '#contract/rules.ts'
import { defineContents } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

const onTheWay = ['handedOver', 'inTransit', 'outForDelivery'] as const

export const dispatchContents = defineContents(dispatch, {
  columns: [
    'number',
    'order',
    'maintenance',
    'name',
    'city',
    'stage',
    'courier',
    'awb',
    'pieces',
    'codAmount',
    'handedOverAt',
    'assignedTo',
  ],
  form: [
    ['courier', 'service', 'awb'],
    ['parcels'],
    ['declaredValue', 'codAmount'],
    ['name', 'phone'],
    ['address'],
    ['pincode', 'area', 'city'],
    ['state', 'country'],
    ['events'],
    ['note'],
  ],
  selected: [
    {
      title: 'dispatch:screen.selectedLabels',
      may: 'list',
      to: ids => `/orders/orders-dispatch-label/${ids[0]}?ids=${ids.join(',')}`,
    },
    {
      title: 'dispatch:titles.pickList',
      may: 'list',
      to: ids => `/dispatch/dispatch-pick-list?ids=${ids.join(',')}`,
    },
    { title: 'dispatch:titles.manifest', may: 'list', to: ids => `/dispatch/dispatch-manifest?ids=${ids.join(',')}` },
  ],
  views: {
    toPack: {
      title: 'dispatch:screen.views.toPack',
      asks: () => ({ filter: { stage: ['draft', 'packed', 'checked'] }, sort: 'createdAt' }),
    },
    toHandOver: {
      title: 'dispatch:screen.views.toHandOver',
      asks: () => ({ filter: { stage: ['labelled'] }, sort: 'createdAt' }),
    },
    onTheWay: {
      title: 'dispatch:screen.views.onTheWay',
      asks: () => ({ filter: { stage: [...onTheWay] }, sort: 'handedOverAt' }),
    },
    tooLong: {
      title: 'dispatch:screen.views.tooLong',
      asks: () => ({ filter: { stage: [...onTheWay], handedOverAt: ['..@today-7'] }, sort: 'handedOverAt' }),
    },
  },
  modes: {
    handOver: {
      title: 'dispatch:screen.modes.handOver',
      icon: Handshake,
      may: actor => mayMove(dispatch, dispatch.moves!.handOver, actor),
      place: piece(() => import('./dispatch/modes/hand-over.tsx').then(it => it.HandOver)),
    },
    takeBack: {
      title: 'dispatch:screen.modes.takeBack',
      icon: PackageX,
      may: actor => mayMove(dispatch, dispatch.moves!.takeBack, actor),
      place: piece(() => import('./dispatch/modes/take-back.tsx').then(it => it.TakeBack)),
    },
  },
  mayWrite: mayWriteFor,
  across: piece(() => import('#src/crud/stage-bar.tsx').then(it => it.StageBar)),
  panel: piece(() => import('./dispatch/dispatch-panel.tsx').then(it => it.DispatchPanel)),
  inPanel: [
    'order',
    'maintenance',
    'items',
    'courier',
    'service',
    'awb',
    'codAmount',
    'events',
    'pieces',
    'handedOverAt',
    'deliveredAt',
    'returnedAt',
    'receivedBy',
    'lostReason',
  ],
  label: () => import('./dispatch/label/record-label.tsx').then(it => it.dispatchLabel),
})
