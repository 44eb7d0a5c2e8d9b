import Wrench from 'lucide-react/icons/wrench'
import { partProblem } from '#contract/modules/catalogue/part-problem.ts'
import { FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'

export const partProblemPages = definePages(partProblem, {
  icon: Wrench,
  routes: {
    '/settings/part-problem-list': { title: 'partProblem:titles.list', may: 'list', page: ListScreen },
    '/settings/part-problem-create': { title: 'partProblem:titles.create', may: 'create', page: FormScreen },
    '/settings/part-problem-edit/:id': { title: 'partProblem:titles.edit', may: 'edit', page: FormScreen },
  },
  contents: () => import('./part-problem-contents.ts').then(it => it.partProblemContents),
})
