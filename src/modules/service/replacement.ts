import Repeat2 from 'lucide-react/icons/repeat-2'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { replacement } from '#contract/modules/service/replacement.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'

/** The client begins one where jobs are; the list and the record itself have addresses of our own. */
export const replacementPages = definePages(replacement, {
  icon: Repeat2,
  routes: {
    '/maintenances/maintenance-replacement-create/:id': {
      title: 'replacement:titles.createFor',
      may: { of: maintenance, action: 'create' },
      page: lazyPage(() => import('./replacement/for-order.tsx').then(it => it.ReplacementForOrder)),
    },
    '/maintenances/maintenance-replacement-add': {
      title: 'replacement:titles.create',
      may: { of: maintenance, action: 'create' },
      page: lazyPage(() => import('./replacement/add-page.tsx').then(it => it.AddReplacement)),
    },
    '/replacement/replacement-list': { title: 'replacement:titles.list', may: 'list', page: ListScreen },
    '/replacement/replacement-edit/:id': {
      title: 'replacement:titles.edit',
      may: 'edit',
      page: FormScreen,
      record: replacement,
    },
    '/replacement/replacement-details/:id': {
      title: 'replacement:titles.details',
      may: 'details',
      page: DetailScreen,
      record: replacement,
    },
  },
  contents: () => import('./replacement-contents.ts').then(it => it.replacementContents),
})
