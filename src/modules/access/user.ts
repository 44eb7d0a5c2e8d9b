import UserRound from 'lucide-react/icons/user-round'
import { user } from '#contract/modules/access/user.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'

export const userScreens = defineScreens(user, {
  icon: UserRound,
  columns: ['name', 'username', 'roles', 'branch'],
  routes: {
    '/users/user-list': { title: 'user:titles.list', may: 'list', page: ListScreen },
    '/users/user-create': { title: 'user:titles.create', may: 'create', page: FormScreen },
    '/users/user-edit/:id': { title: 'user:titles.edit', may: 'edit', page: FormScreen },
    '/users/user-details/:id': { title: 'user:titles.details', may: 'details', page: DetailScreen },
  },
})
