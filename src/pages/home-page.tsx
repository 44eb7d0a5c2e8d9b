import CircleHelp from 'lucide-react/icons/circle-help'
import Plus from 'lucide-react/icons/plus'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { task } from '#contract/modules/desk/task.ts'
import { user } from '#contract/modules/access/user.ts'
import type { Handle } from '#src/crud/screens.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { formatTime, hourIn, longDayIn } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { piece } from '#src/lib/piece.ts'
import { routes } from '#src/modules/index.ts'
import { useCan } from '#src/session/actor.ts'
import { useHouse, useMe } from '#src/session/house.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { useSession } from '#src/session/session.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { AccessCard } from './home/access-card.tsx'
import { Figures } from './home/figures.tsx'
import { RecentCard } from './home/recent-card.tsx'
import { SettingsCard } from './home/settings-card.tsx'
import { navigationFor, settingsFor } from './navigation.ts'

const ReadinessBadge = piece(() =>
  import('#src/parts/readiness/readiness-badge.tsx').then(({ ReadinessBadge }) => ReadinessBadge),
)

const TaskTable = piece(() => import('#src/modules/desk/tasks/task-table.tsx').then(({ TaskTable }) => TaskTable))

const greeting = (hour: number) =>
  hour >= 4 && hour < 12
    ? 'morning'
    : hour >= 12 && hour < 17
      ? 'afternoon'
      : hour >= 17 && hour < 22
        ? 'evening'
        : 'night'

const creating = routes.map(route => route.handle as Handle).filter(({ path }) => path.endsWith('-create'))

const namespaceOf = ({ title }: { title: string }) => title.slice(0, title.indexOf(':'))

/** What this person can do here: figures that lead to their lists, what waits for them, and what they had open. */
export function HomePage() {
  const { user: session } = useSession()
  const permissions = session?.permissions ?? []
  const desks = navigationFor(permissions).flatMap(group => group.items.filter(item => item.module))
  const settings = settingsFor(permissions)
  const mayList = useCan(user, 'list')
  const mayEdit = useCan(user, 'edit')
  const mayTasks = useCan(task, 'list')
  // The texts of all cards are asked for at once.
  useTranslation(['home', 'lists', ...new Set([...desks, ...settings.flatMap(group => group.items)].map(namespaceOf))])
  const isEmpty = desks.length === 0 && settings.length === 0 && !mayTasks
  return (
    <>
      <Head permissions={permissions} />
      {isEmpty ? (
        <Nothing />
      ) : (
        <div className="grid gap-5">
          <Figures desks={desks} settings={settings} />
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
            <div className="grid min-w-0 gap-5">
              {mayTasks && (
                <Suspense fallback={<SkeletonRows rows={5} />}>
                  <TaskTable />
                </Suspense>
              )}
              {mayList && mayEdit && <AccessCard />}
              <RecentCard permissions={permissions} />
            </div>
            <SettingsCard groups={settings} />
          </div>
        </div>
      )}
    </>
  )
}

function Head({ permissions }: { permissions: readonly string[] }) {
  const { t, i18n } = useTranslation('home')
  const { name } = useMe()
  const { timeZone } = useHouse()
  const now = useNow()
  const { lastSyncAt } = useConnection()
  // Two at most; the palette has them all.
  const create = creating.filter(handle => isOpenTo(handle, permissions)).slice(0, 2)
  return (
    <PageHead
      title={t(`home:greeting.${greeting(hourIn(now, timeZone))}`, { name: name.split(' ')[0] })}
      aside={
        <span key={i18n.language} className="text-50 text-muted">
          {longDayIn(now, timeZone)}
        </span>
      }
      actions={
        <>
          <Suspense>
            <ReadinessBadge />
          </Suspense>
          {lastSyncAt && (
            <span className="text-30 text-subtle">{t('home:updated', { time: formatTime(lastSyncAt) })}</span>
          )}
          <Suspense>
            {create.map((handle, i) => (
              <Create key={handle.path} handle={handle} primary={i === create.length - 1} />
            ))}
          </Suspense>
        </>
      }
    />
  )
}

function Create({ handle: { path, title }, primary }: { handle: Handle; primary: boolean }) {
  const { t } = useTranslation(title.split(':')[0])
  return (
    <ButtonLink to={path} size="sm" icon={Plus} variant={primary ? 'primary' : 'secondary'} className="max-sm:hidden">
      {t(title)}
    </ButtonLink>
  )
}

function Nothing() {
  const { t } = useTranslation('home')
  const { helpContact } = useHouse()
  return (
    <EmptyState
      icon={CircleHelp}
      title={t('home:nothing.title')}
      text={helpContact ? t('home:nothing.ask', { contact: helpContact }) : t('home:nothing.text')}
      action={<ButtonLink to="/profile">{t('home:nothing.profile')}</ButtonLink>}
    />
  )
}
