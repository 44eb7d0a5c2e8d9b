import Wrench from 'lucide-react/icons/wrench'
import { order } from '#contract/modules/sales/order.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { DetailScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'

export const maintenancePages = definePages(maintenance, {
  icon: Wrench,
  routes: {
    '/maintenances/maintenances-list': { title: 'maintenance:titles.list', may: 'list', page: ListScreen },
    '/maintenances/maintenance-create/:id': {
      title: 'maintenance:titles.createFor',
      may: 'create',
      page: lazyPage(() => import('./maintenance/from-order.tsx').then(it => it.JobForOrder)),
      record: order,
    },
    '/maintenances/maintenance-add': {
      title: 'maintenance:titles.create',
      may: 'create',
      page: lazyPage(() => import('./maintenance/add-page.tsx').then(it => it.AddJob)),
    },
    '/maintenances/maintenance-edit/:id': {
      title: 'maintenance:titles.edit',
      may: 'edit',
      page: lazyPage(() => import('./maintenance/work/work-page.tsx').then(it => it.WorkPage)),
      record: maintenance,
    },
    '/maintenances/maintenance-details/:id': {
      title: 'maintenance:titles.details',
      may: 'details',
      page: DetailScreen,
      record: maintenance,
    },
  },
  contents: () => import('./maintenance-contents.ts').then(it => it.maintenanceContents),
})
