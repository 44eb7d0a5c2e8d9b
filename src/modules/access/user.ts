import UserRound from 'lucide-react/icons/user-round'
import { user } from '#contract/modules/access/user.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { UserDetails, UserForm, UserList } from './users/pages.ts'

export const userScreens = defineScreens(user, {
  icon: UserRound,
  routes: {
    '/users/user-list': { title: 'user:titles.list', may: 'list', page: UserList },
    '/users/user-create': { title: 'user:titles.create', may: 'create', page: UserForm },
    '/users/user-edit/:id': { title: 'user:titles.edit', may: 'edit', page: UserForm },
    '/users/user-details/:id': { title: 'user:titles.details', may: 'details', page: UserDetails },
  },
})
