import { lazyPage } from '#src/lib/lazy-page.tsx'

/** The generic pages, loaded when first opened. */
export const ListScreen = lazyPage(() => import('./list/list-screen.tsx').then(({ ListScreen }) => ListScreen))
export const FormScreen = lazyPage(() => import('./form-screen.tsx').then(({ FormScreen }) => FormScreen))
export const CopyScreen = lazyPage(() => import('./form-screen.tsx').then(({ CopyScreen }) => CopyScreen))
export const DetailScreen = lazyPage(() => import('./record-page.tsx').then(({ RecordPage }) => RecordPage))
