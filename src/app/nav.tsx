import { clsx } from 'clsx'
import { NavLink } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { navigationFor, type NavItem } from '#src/pages/navigation.ts'
import { BrandMark } from '#src/parts/brand.tsx'
import { useSession } from '#src/session/session.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useTitles } from './use-titles.ts'

/** The navigation at the side. `compact` shows pictures alone, with their words when the pointer rests. */
export function Nav({ compact = false, onChosen }: { compact?: boolean; onChosen?: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const groups = navigationFor(user?.permissions ?? [])
  const titleOf = useTitles(
    groups.flatMap(group => [...(group.name ? [group.name] : []), ...group.items.map(item => item.title)]),
  )
  return (
    <nav aria-label={t('nav.main')} className="flex h-full flex-col bg-nav">
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
            <ul>
              {group.items.map(item => (
                <li key={item.path}>
                  <Item item={item} title={titleOf(item.title)} compact={compact} onChosen={onChosen} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {user && (
        <div className={clsx('flex items-center gap-3 border-t py-3', compact ? 'justify-center' : 'px-4')}>
          <Avatar name={user.username} size="lg" me />
          {!compact && (
            <div className="min-w-0 text-30">
              <p className="truncate font-medium">
                <bdi>{user.username}</bdi>
              </p>
              <p className="truncate text-20 text-subtle">
                <bdi>{user.email}</bdi>
              </p>
            </div>
          )}
        </div>
      )}
    </nav>
  )
}

type ItemProps = { item: NavItem; title: string; compact: boolean; onChosen: (() => void) | undefined }

function Item({ item: { path, icon }, title, compact, onChosen }: ItemProps) {
  return (
    <NavLink
      to={path}
      title={compact ? title : undefined}
      aria-label={compact ? title : undefined}
      onClick={onChosen}
      className={({ isActive }) =>
        clsx(
          'relative flex items-center gap-3 rounded-2 px-2 text-30 transition-colors motion-1 pointer-coarse:min-h-11',
          compact ? 'min-h-10 justify-center' : 'min-h-8',
          isActive
            ? 'bg-primary-subtle font-semibold text-accent-text before:absolute before:inset-y-1.5 before:-start-3 before:w-0.75 before:rounded-e-1 before:bg-primary'
            : 'font-medium text-muted hover:bg-surface-pressed hover:text-ink',
        )
      }
    >
      <Icon of={icon} />
      {!compact && title}
    </NavLink>
  )
}
