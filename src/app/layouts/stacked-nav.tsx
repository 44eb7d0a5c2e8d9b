import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import { settings, type NavGroup } from '#src/pages/navigation.ts'
import { BrandMark } from '#src/parts/brand.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { SettingsList } from '../settings-nav.tsx'
import { NavDrawer } from './nav-drawer.tsx'
import { entryLook, NavEntry } from './nav-entry.tsx'
import { isInSection, useNavigation } from './use-navigation.ts'

/** Settings are a group of their own here: their lists are what the second panel is good for. */
const withSettings = (groups: readonly NavGroup[]): NavGroup[] => {
  const rest = groups.map(group => ({ ...group, items: group.items.filter(item => item.path !== settings.path) }))
  const asked = groups.some(group => group.items.some(item => item.path === settings.path))
  const own: NavGroup[] = asked ? [{ name: settings.title, icon: settings.icon, items: [settings] }] : []
  return [...rest, ...own].filter(group => group.items.length > 0)
}

const isIn = (group: NavGroup, pathname: string) =>
  group.name !== null && group.items.some(item => isInSection(item.path, pathname))

type StackedNavProps = {
  /** Is there room for the panel beside the rail? Else it comes over the page, when a group is chosen. */
  beside: boolean
  /** The panel was asked for from the header. */
  open: boolean
  onClose: () => void
}

/** A rail with the groups, and beside it a panel with the pages of one of them. */
export function StackedNav({ beside, open, onClose }: StackedNavProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const { titleOf } = navigation
  const groups = withSettings(navigation.groups)
  const [chosen, setChosen] = useState<{ name: string; at: string } | null>(null)
  // What was chosen holds until another page opens; then the page's own group shows.
  const wanted = chosen?.at === pathname || groups.every(group => !isIn(group, pathname)) ? chosen?.name : undefined
  const named = groups.filter(group => group.name !== null)
  const shown = named.find(group => group.name === wanted) ?? named.find(group => isIn(group, pathname)) ?? named.at(0)
  const [over, setOver] = useState(false)
  const close = () => {
    setOver(false)
    onClose()
  }

  return (
    <nav aria-label={t('nav.main')} className="flex h-full">
      <div className="flex w-nav-collapsed shrink-0 flex-col border-e bg-nav">
        <p className="flex h-header shrink-0 items-center justify-center">
          <BrandMark />
        </p>
        <ul className="grid flex-1 [scrollbar-width:none] auto-rows-min gap-1 overflow-y-auto px-2 pb-4">
          {groups.map(group => (
            <li key={group.name}>
              {group.name === null ? (
                group.items.map(item => (
                  <NavLink
                    key={item.path}
                    to={item.path}
                    className={({ isActive }) => clsx(railLook, isActive ? entryLook.open : entryLook.other)}
                  >
                    <Icon of={item.icon} />
                    <span className="max-w-full truncate">{titleOf(item.title)}</span>
                  </NavLink>
                ))
              ) : (
                <button
                  type="button"
                  aria-expanded={(beside || over || open) && shown?.name === group.name}
                  onClick={() => {
                    setChosen({ name: group.name!, at: pathname })
                    setOver(!beside)
                  }}
                  className={clsx(
                    railLook,
                    'w-full',
                    isIn(group, pathname) ? entryLook.open : entryLook.other,
                    beside && shown?.name === group.name && !isIn(group, pathname) && 'bg-surface-pressed text-ink',
                  )}
                >
                  <Icon of={group.icon} />
                  <span className="max-w-full truncate">{titleOf(group.name)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
      {beside && shown && (
        <Suspense fallback={<div className="w-nav-secondary border-e" />}>
          <Panel group={shown} titleOf={titleOf} />
        </Suspense>
      )}
      {!beside && shown && (
        <NavDrawer open={over || open} onClose={close} besideRail label={titleOf(shown.name!)}>
          <Panel group={shown} titleOf={titleOf} onChosen={close} />
        </NavDrawer>
      )}
    </nav>
  )
}

const railLook =
  'flex min-h-14 flex-col items-center justify-center gap-1 rounded-2 px-1 text-10 transition-colors motion-1'

type PanelProps = { group: NavGroup; titleOf: (key: string) => string; onChosen?: () => void }

function Panel({ group, titleOf, onChosen }: PanelProps) {
  return (
    <div className="flex h-full w-nav-secondary flex-col border-e bg-bg">
      <p className="flex h-header shrink-0 items-center px-5 text-50 font-semibold tracking-tight">
        {titleOf(group.name!)}
      </p>
      {group.name === settings.title ? (
        <SettingsList onChosen={onChosen} className="min-h-0 flex-1 px-3 pt-1" />
      ) : (
        <ul className="grid flex-1 [scrollbar-width:thin] auto-rows-min gap-px overflow-y-auto px-3 pt-1 pb-4">
          {group.items.map(item => (
            <li key={item.path}>
              <NavEntry item={item} title={titleOf(item.title)} inside onChosen={onChosen} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
