import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleHelp from 'lucide-react/icons/circle-help'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useConnection } from '#src/data/use-connection.ts'
import { useCount } from '#src/data/use-list.ts'
import { formatDay, formatNumber, formatTime } from '#src/lib/format.ts'
import { useSession } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { navigationFor, settingsFor, type NavItem } from './navigation.ts'
import { SettingTiles } from './setting-tiles.tsx'

const greeting = (hour: number) => (hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening')

/** What this person can do here, with what the device holds of it. */
export function HomePage() {
  const { t } = useTranslation()
  const { user } = useSession()
  const { lastSyncAt } = useConnection()
  const permissions = user?.permissions ?? []
  const desks = navigationFor(permissions).flatMap(group => group.items.filter(item => item.module))
  const settings = settingsFor(permissions)
  const [now] = useState(() => new Date())
  return (
    <>
      <PageHead
        title={t(`home.${greeting(now.getHours())}`, { name: user?.username })}
        aside={<span className="text-50 text-muted">{formatDay(now)}</span>}
        actions={
          lastSyncAt && (
            <span className="text-30 text-subtle">{t('home.updated', { time: formatTime(lastSyncAt) })}</span>
          )
        }
      />
      {desks.length > 0 && (
        <section className="mb-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {desks.map(item => (
            <Tile key={item.path} item={item} />
          ))}
        </section>
      )}
      {settings.length > 0 && (
        <section>
          <h2 className="mb-3">{t('home.lists')}</h2>
          <SettingTiles permissions={permissions} />
        </section>
      )}
      {desks.length === 0 && settings.length === 0 && (
        <EmptyState icon={CircleHelp} title={t('home.nothingTitle')} text={t('home.nothingText')} />
      )}
    </>
  )
}

function Tile({ item: { path, title, module } }: { item: NavItem }) {
  const { t } = useTranslation(['shell', title.split(':')[0] ?? 'shell'])
  const count = useCount(module!)
  return (
    <Link
      to={path}
      className="grid gap-1 rounded-3 border bg-surface p-5 shadow-1 transition-colors motion-1 hover:bg-surface-hover"
    >
      <span className="flex items-center justify-between text-30 text-muted">
        {t(title)}
        <Icon of={ArrowRight} size="sm" mirrored />
      </span>
      <span className="text-80 font-semibold tracking-figure">{count === undefined ? '—' : formatNumber(count)}</span>
    </Link>
  )
}
