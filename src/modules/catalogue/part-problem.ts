import Wrench from 'lucide-react/icons/wrench'
import { partProblem } from '#contract/modules/catalogue/part-problem.ts'
import { FormScreen, ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'

export const partProblemScreens = defineScreens(partProblem, {
  icon: Wrench,
  columns: ['problem', 'part', 'defaultCharge', 'coveredByWarranty', 'active'],
  form: [['part', 'problem'], ['usualFix'], ['defaultCharge', 'coveredByWarranty'], ['tags', 'active']],
  routes: {
    '/settings/part-problem-list': { title: 'partProblem:titles.list', may: 'list', page: ListScreen },
    '/settings/part-problem-create': { title: 'partProblem:titles.create', may: 'create', page: FormScreen },
    '/settings/part-problem-edit/:id': { title: 'partProblem:titles.edit', may: 'edit', page: FormScreen },
  },
})
