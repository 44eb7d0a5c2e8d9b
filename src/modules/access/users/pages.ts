import { lazyPage } from '#src/lib/lazy-page.tsx'

/** The pages of users, loaded when first opened. */
export const UserList = lazyPage(() => import('./user-list.tsx').then(({ UserList }) => UserList))
export const UserForm = lazyPage(() => import('./user-form.tsx').then(({ UserForm }) => UserForm))
export const UserDetails = lazyPage(() => import('./user-details.tsx').then(({ UserDetails }) => UserDetails))
