import Cog from 'lucide-react/icons/cog'
import { part } from '#contract/modules/catalogue/part.ts'
import { FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'

export const partPages = definePages(part, {
  icon: Cog,
  routes: {
    '/settings/part-list': { title: 'part:titles.list', may: 'list', page: ListScreen },
    '/settings/part-create': { title: 'part:titles.create', may: 'create', page: FormScreen },
    '/settings/part-edit/:id': { title: 'part:titles.edit', may: 'edit', page: FormScreen },
  },
  contents: () => import('./part-contents.ts').then(it => it.partContents),
})
