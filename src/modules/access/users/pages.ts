import { lazy } from 'react'

/** The pages of users, loaded when first opened. */
export const UserList = lazy(() => import('./user-list.tsx').then(({ UserList }) => ({ default: UserList })))
export const UserForm = lazy(() => import('./user-form.tsx').then(({ UserForm }) => ({ default: UserForm })))
export const UserDetails = lazy(() =>
  import('./user-details.tsx').then(({ UserDetails }) => ({ default: UserDetails })),
)
