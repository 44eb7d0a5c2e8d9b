import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { BrandMark } from '#src/parts/brand.tsx'
import { Profile } from '../profile.tsx'
import { NavEntry } from './nav-entry.tsx'
import { useNavigation } from './use-navigation.ts'

type SideNavProps = {
  /** Pictures alone. */
  compact?: boolean
  /** No sheet of its own: it lies on what is behind it. */
  frameless?: boolean
  onChosen?: () => void
}

/** The whole navigation in one column, by group. */
export function SideNav({ compact = false, frameless = false, onChosen }: SideNavProps) {
  const { t } = useTranslation()
  const { groups, titleOf } = useNavigation()
  return (
    <nav aria-label={t('nav.main')} className={clsx('flex h-full flex-col', !frameless && 'bg-nav')}>
      <p
        className={clsx(
          'flex h-header shrink-0 items-center gap-3 text-50 font-semibold tracking-tight',
          compact ? 'justify-center' : 'px-5',
        )}
      >
        <BrandMark />
        {!compact && t('product')}
      </p>
      <div className="flex-1 [scrollbar-width:none] overflow-x-hidden overflow-y-auto px-3 pt-1 pb-4">
        {groups.map(group => (
          <div key={group.name} className="[&+&]:mt-3">
            {group.name && !compact && <p className="caps px-2 py-1">{titleOf(group.name)}</p>}
            <ul className="grid gap-px">
              {group.items.map(item => (
                <li key={item.path}>
                  <NavEntry
                    item={item}
                    title={titleOf(item.title)}
                    compact={compact}
                    inside={frameless}
                    onChosen={onChosen}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {!compact && <Profile foot />}
    </nav>
  )
}
