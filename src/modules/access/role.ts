import ShieldCheck from 'lucide-react/icons/shield-check'
import { role } from '#contract/modules/access/role.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

const RoleList = piece(() => import('./roles/role-list.tsx').then(({ RoleList }) => RoleList))
const RoleEditor = piece(() => import('./roles/role-editor.tsx').then(({ RoleEditor }) => RoleEditor))

export const roleScreens = defineScreens(role, {
  icon: ShieldCheck,
  columns: ['name', 'about'],
  form: [['name'], ['about']],
  routes: {
    '/settings/role-list': { title: 'role:titles.list', may: 'list', page: RoleList },
    '/settings/role-create': { title: 'role:titles.create', may: 'create', page: RoleEditor },
    '/settings/role-edit/:id': { title: 'role:titles.edit', may: 'edit', page: RoleEditor },
  },
})
