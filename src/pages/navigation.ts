import Boxes from 'lucide-react/icons/boxes'
import Briefcase from 'lucide-react/icons/briefcase'
import Folder from 'lucide-react/icons/folder'
import House from 'lucide-react/icons/house'
import Settings2 from 'lucide-react/icons/settings-2'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Users from 'lucide-react/icons/users'
import Wrench from 'lucide-react/icons/wrench'
import { listGroups } from '#contract/lists/index.ts'
import type { List } from '#contract/list.ts'
import type { Module } from '#contract/module.ts'
import { listRoutes } from '#src/crud/routes.tsx'
import { pathTo, type Handle, type Pages } from '#src/crud/screens.ts'
import { routes, screens } from '#src/modules/index.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import type { IconType } from '#src/ui/icon.tsx'

export type NavItem = { path: string; title: string; icon: IconType; codes: readonly string[]; module?: Module }
export type NavGroup = { name: string | null; icon: IconType; items: NavItem[] }
export type SettingItem = { path: string; title: string; codes: readonly string[]; list?: List }
export type SettingGroup = { name: string; title: string; items: SettingItem[] }

const handles = routes.map(route => route.handle as Handle)
const inSettings = (path: string) => path.startsWith('/settings/')

const settingOf = ({ path, title, codes }: Handle): SettingItem => ({ path, title, codes })

const lists: SettingGroup[] = Object.entries(listGroups).map(([name, group]) => ({
  name,
  title: `lists:groups.${name}`,
  // By number: the client's own order.
  items: Object.values<List>(group)
    .sort((a, b) => a.code - b.code)
    .flatMap(list => listRoutes([list]).map(route => ({ ...settingOf(route.handle as Handle), list }))),
}))
const listPaths = new Set(lists.flatMap(group => group.items.map(item => item.path)))

/** Settings that are no lists: the front pages of modules that live below /settings. */
const others: SettingItem[] = handles
  .filter(({ path }) => inSettings(path) && !listPaths.has(path) && !path.includes(':') && !path.endsWith('-create'))
  .map(settingOf)

const settingGroups: SettingGroup[] = [...lists, { name: 'other', title: 'shell:nav.other', items: others }]

/** The settings that this person may open, by group. */
export const settingsFor = (permissions: readonly string[]): SettingGroup[] =>
  settingGroups
    .map(group => ({ ...group, items: group.items.filter(item => isOpenTo(item, permissions)) }))
    .filter(group => group.items.length > 0)

// The tens of the permission numbers are the desks of the business; numbers of our own begin at 200.
const desks = [
  { name: 'shell:nav.groups.sales', icon: ShoppingBag, from: 10, to: 29 },
  { name: 'shell:nav.groups.afterSales', icon: Wrench, from: 30, to: 49, own: [204] },
  { name: 'shell:nav.groups.parties', icon: Users, from: 50, to: 59 },
  { name: 'shell:nav.groups.stock', icon: Boxes, from: 200, to: 203 },
  { name: 'shell:nav.groups.office', icon: Briefcase, from: 60, to: 99 },
]

const frontPages = Object.values<Pages | null>(screens).flatMap(one => {
  const path = one && pathTo(one, 'list')
  const handle = handles.find(handle => handle.path === path)
  if (!one || !handle || inSettings(handle.path)) return []
  const { module, icon = Folder } = one
  return [{ ...settingOf(handle), icon, module }]
})

const home: NavItem = { path: '/home', title: 'shell:titles.home', icon: House, codes: [] }
/** The way to every setting. */
export const settings: NavItem = { path: '/settings', title: 'shell:titles.settings', icon: Settings2, codes: [] }

/** The navigation at the side: what this person may open, and nothing that is not there. */
export function navigationFor(permissions: readonly string[]): NavGroup[] {
  const open = frontPages.filter(item => isOpenTo(item, permissions)).sort((a, b) => a.module.code - b.module.code)
  const groups: NavGroup[] = [
    { name: null, icon: House, items: [home] },
    ...desks.map(({ name, icon, from, to, own = [] }) => ({
      name,
      icon,
      items: open.filter(({ module: { code } }) => (code >= from && code <= to) || own.includes(code)) as NavItem[],
    })),
  ]
  if (settingsFor(permissions).length > 0) groups.at(-1)?.items.push(settings)
  return groups.filter(group => group.items.length > 0)
}
