import { lazy } from 'react'

/** The generic pages, loaded when first opened. */
export const ListScreen = lazy(() =>
  import('./list/list-screen.tsx').then(({ ListScreen }) => ({ default: ListScreen })),
)
export const FormScreen = lazy(() => import('./form-screen.tsx').then(({ FormScreen }) => ({ default: FormScreen })))
export const CopyScreen = lazy(() => import('./form-screen.tsx').then(({ CopyScreen }) => ({ default: CopyScreen })))
export const DetailScreen = lazy(() =>
  import('./detail-screen.tsx').then(({ DetailScreen }) => ({ default: DetailScreen })),
)
