import type { Handle } from '#src/crud/screens.ts'

const folderOf = (path: string) => path.slice(0, path.indexOf('/', 1) + 1)
/** '/settings/product-edit/:id' → 'product': the word that a module's pages share. */
const stemOf = (path: string) =>
  path
    .slice(folderOf(path).length)
    .replace(/\/.*$/, '')
    .replace(/-[^-]+$/, '')

/** The way to a page: home, settings if it is one of them, the list that it belongs to, the page itself. */
export function trailTo(here: Handle, all: readonly Handle[]): Handle[] {
  const find = (path: string) => all.filter(handle => handle.path === path && path !== here.path)
  const folder = folderOf(here.path)
  const lists = all.filter(({ path }) => folder !== '' && folderOf(path) === folder && path.endsWith('-list'))
  const own = lists.filter(({ path }) => stemOf(path) === stemOf(here.path))
  const parents = here.path.endsWith('-list') ? [] : own.length > 0 ? own : lists.length === 1 ? lists : []
  return [
    ...find('/home'),
    ...(folder === '/settings/' ? find('/settings') : []),
    ...parents.filter(({ path }) => path !== here.path),
    here,
  ]
}
