import Truck from 'lucide-react/icons/truck'
import { order } from '#contract/modules/sales/order.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { DetailScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'

/** A parcel is packed on a page of its own, a step at a time; its label is on another. */
export const dispatchPages = definePages(dispatch, {
  icon: Truck,
  onRecords: {
    title: 'dispatch:titles.list',
    tab: piece(() => import('./dispatch/dispatches-tab.tsx').then(it => it.DispatchesTab)),
  },
  routes: {
    '/dispatch/dispatch-list': { title: 'dispatch:titles.list', may: 'list', page: ListScreen },
    '/dispatch/dispatch-details/:id': {
      title: 'dispatch:titles.details',
      may: 'details',
      page: DetailScreen,
      record: dispatch,
    },
    '/dispatch/dispatch-pick-list': {
      title: 'dispatch:titles.pickList',
      may: 'list',
      page: lazyPage(() => import('./papers/pick-list-page.tsx').then(it => it.PickListPage)),
    },
    '/dispatch/dispatch-manifest': {
      title: 'dispatch:titles.manifest',
      may: 'list',
      page: lazyPage(() => import('./papers/manifest-page.tsx').then(it => it.ManifestPage)),
    },
    '/orders/orders-dispatch/:id': {
      title: 'dispatch:titles.pack',
      may: { of: order, action: 'dispatch' },
      page: lazyPage(() => import('./dispatch/pack-page.tsx').then(it => it.PackPage)),
      record: order,
    },
    '/orders/orders-dispatch-label/:id': {
      title: 'dispatch:titles.label',
      may: [],
      page: lazyPage(() => import('./dispatch/label-page.tsx').then(it => it.LabelPage)),
    },
    '/orders/orders-dispatch-label/:id/new': {
      title: 'dispatch:titles.newLabel',
      may: [],
      page: lazyPage(() => import('./dispatch/label-page.tsx').then(it => it.NewLabelPage)),
    },
    '/maintenances/maintenance-dispatch/:id': {
      title: 'dispatch:titles.packJob',
      may: { of: maintenance, action: 'dispatch' },
      page: lazyPage(() => import('./dispatch/pack-page.tsx').then(it => it.JobPackPage)),
      record: maintenance,
      colour: maintenance.colour,
    },
    '/maintenances/maintenance-dispatch-label/:id': {
      title: 'dispatch:titles.labelOfJob',
      may: [],
      page: lazyPage(() => import('./dispatch/label-page.tsx').then(it => it.JobLabelPage)),
      record: maintenance,
      colour: maintenance.colour,
    },
  },
  contents: () => import('./dispatch-contents.ts').then(it => it.dispatchContents),
})
