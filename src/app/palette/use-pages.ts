import CloudUpload from 'lucide-react/icons/cloud-upload'
import FileText from 'lucide-react/icons/file-text'
import List from 'lucide-react/icons/list'
import Plus from 'lucide-react/icons/plus'
import ScanLine from 'lucide-react/icons/scan-line'
import Settings2 from 'lucide-react/icons/settings-2'
import UserRound from 'lucide-react/icons/user-round'
import { matchPath } from 'react-router-dom'
import type { Handle } from '#src/crud/screens.ts'
import { useRecents } from '#src/data/recents.ts'
import { searchKey } from '#contract/fold.ts'
import { navigationFor, settingsFor } from '#src/pages/navigation.ts'
import { ownerOf } from '#src/pages/owners.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import type { IconType } from '#src/ui/icon.tsx'
import { pages } from '../pages.tsx'
import { useTitles } from '../use-titles.ts'
import type { Entry } from './entry.ts'

const isNoPlace = (path: string) => path === '/access-denied' || path.startsWith('/dev/')
const isCreate = (path: string) => /-(create|add)$/.test(path)

/** Every page that the person may open, what they may create, and what they opened last. */
export function usePageEntries(permissions: readonly string[], here: string): Entry[] {
  const recents = useRecents()
  const open = pages.map(page => page.handle).filter(handle => !isNoPlace(handle.path) && isOpenTo(handle, permissions))
  const desks = navigationFor(permissions)
  const settings = settingsFor(permissions)
  const titleOf = useTitles([
    ...open.map(handle => handle.title),
    ...desks.flatMap(desk => (desk.name ? [desk.name] : [])),
    ...settings.map(group => group.title),
    'shell:titles.settings',
  ])

  const places = new Map<string, { icon: IconType; hint?: string }>()
  for (const group of settings)
    for (const item of group.items)
      places.set(item.path, {
        icon: item.list ? List : (ownerOf(item.path)?.icon ?? Settings2),
        hint: `${titleOf('shell:titles.settings')} · ${titleOf(group.title)}`,
      })
  places.set('/profile', { icon: UserRound })
  places.set('/outbox', { icon: CloudUpload })
  places.set('/scanner', { icon: ScanLine })
  for (const desk of desks)
    for (const item of desk.items)
      places.set(item.path, { icon: item.icon, ...(desk.name ? { hint: titleOf(desk.name) } : {}) })

  const entryOf = (handle: Handle): Entry & { to: string } => {
    const place = places.get(handle.path)
    const label = titleOf(handle.title)
    const create = isCreate(handle.path)
    return {
      id: handle.path,
      group: create ? 'create' : 'pages',
      label,
      hint: create ? undefined : place?.hint,
      text: searchKey(`${label} ${place?.hint ?? ''}`),
      icon: create ? Plus : (place?.icon ?? ownerOf(handle.path)?.icon ?? FileText),
      colour: handle.colour,
      to: handle.path,
    }
  }

  const lately = recents.flatMap(({ path, title }): Entry[] => {
    const handle = open.find(one => matchPath(one.path, path))
    if (!handle || path === here) return []
    const known = entryOf(handle)
    const record = handle.path.includes(':')
    const label = record ? title : known.label
    const hint = record ? titleOf(handle.title) : known.hint
    return [
      {
        ...known,
        id: `recent ${path}`,
        group: 'recent',
        label,
        hint,
        record,
        to: path,
        text: searchKey(`${label} ${hint ?? ''}`),
      },
    ]
  })
  return [...lately, ...open.filter(({ path }) => !path.includes(':') && path !== here).map(entryOf)]
}
