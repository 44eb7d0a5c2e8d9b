import CircleHelp from 'lucide-react/icons/circle-help'
import Plus from 'lucide-react/icons/plus'
import ScanLine from 'lucide-react/icons/scan-line'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { task } from '#contract/modules/desk/task.ts'
import { user } from '#contract/modules/access/user.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { order } from '#contract/modules/sales/order.ts'
import { DetailPart } from '#src/crud/detail-part.tsx'
import type { Handle } from '#src/crud/screens.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { formatTime, hourIn, longDayIn } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { piece } from '#src/lib/piece.ts'
import { routes } from '#src/modules/index.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { useHouse, useMe } from '#src/session/house.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { useSession } from '#src/session/session.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { AccessCard } from './home/access-card.tsx'
import { Figures } from './home/figures.tsx'
import { hasLate, LateCard } from './home/late-card.tsx'
import { hasNumbers, Numbers } from './home/numbers.tsx'
import { RecentCard } from './home/recent-card.tsx'
import { SalesChart } from './home/sales-chart.tsx'
import { SettingsCard } from './home/settings-card.tsx'
import { navigationFor, settingsFor } from './navigation.ts'

const ReadinessBadge = piece(() =>
  import('#src/parts/readiness/readiness-badge.tsx').then(({ ReadinessBadge }) => ReadinessBadge),
)

const MyDay = piece(() => import('#src/modules/service/my-day/my-day-card.tsx').then(it => it.MyDayCard))

const TaskTable = piece(() => import('#src/modules/desk/tasks/task-table.tsx').then(({ TaskTable }) => TaskTable))

const greeting = (hour: number) =>
  hour >= 4 && hour < 12
    ? 'morning'
    : hour >= 12 && hour < 17
      ? 'afternoon'
      : hour >= 17 && hour < 22
        ? 'evening'
        : 'night'

/** What people make all day, the commonest first. Whatever else can be made is made where it is looked after. */
const commonest = [
  '/inquiry/inquiry-create',
  '/orders/orders-create',
  '/maintenances/maintenance-add',
  '/customers/customer-create',
]
const handles = routes.map(route => route.handle as Handle)
const creating = commonest.flatMap(path => handles.find(handle => handle.path === path) ?? [])

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
  const maySales = useCan(order, 'list')
  const mayJobs = useCan(maintenance, 'list')
  const actor = useActor()
  // The texts of all cards are asked for at once.
  useTranslation(['home', 'lists', ...new Set([...desks, ...settings.flatMap(group => group.items)].map(namespaceOf))])
  const isPhone = useMedia('(max-width: 639.98px)')
  const isEmpty = desks.length === 0 && settings.length === 0 && !mayTasks
  // Whoever repairs begins with the day's jobs; in an office few have any, and the table of tasks would give way to nothing.
  const isField = !maySales
  const myDay = mayJobs && (
    <DetailPart>
      <MyDay />
    </DetailPart>
  )
  const numbers = hasNumbers(actor) && (
    <DetailPart>
      <Numbers />
    </DetailPart>
  )
  return (
    <>
      <Head permissions={permissions} />
      {isEmpty ? (
        <Nothing />
      ) : (
        <div className="grid gap-5">
          {!isPhone && numbers}
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
            <div className="grid min-w-0 gap-5">
              {isField && myDay}
              {mayTasks && (
                <DetailPart>
                  <TaskTable />
                </DetailPart>
              )}
              {isPhone && numbers}
              {!isField && myDay}
              {mayList && mayEdit && (
                <DetailPart>
                  <AccessCard />
                </DetailPart>
              )}
              <DetailPart>
                <RecentCard permissions={permissions} />
              </DetailPart>
            </div>
            <div className="grid min-w-0 gap-5">
              {hasLate(actor) && (
                <DetailPart>
                  <LateCard />
                </DetailPart>
              )}
              {maySales && (
                <DetailPart>
                  <SalesChart />
                </DetailPart>
              )}
              <DetailPart>
                <SettingsCard groups={settings} />
              </DetailPart>
            </div>
          </div>
          <DetailPart>
            <Figures desks={desks} settings={settings} />
          </DetailPart>
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
  // Two at most, the commonest last and coloured; the palette has them all. Who makes none of them scans.
  const create = creating
    .filter(handle => isOpenTo(handle, permissions))
    .slice(0, 2)
    .toReversed()
  return (
    <PageHead
      title={t(`home:greeting.${greeting(hourIn(now, timeZone))}`, { name: name.split(' ')[0] })}
      // Made anew with another language: what a date is made of stays the same, and so would its words.
      aside={<Today key={i18n.language} />}
      actions={
        <>
          <Suspense>
            <ReadinessBadge />
          </Suspense>
          {lastSyncAt && (
            <span className="text-30 text-subtle">{t('home:updated', { time: formatTime(lastSyncAt) })}</span>
          )}
          {permissions.length > 0 && (
            <ButtonLink to="/scanner" size="sm" icon={ScanLine} variant={create.length > 0 ? 'secondary' : 'primary'}>
              {t('home:scan')}
            </ButtonLink>
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

function Today() {
  const { timeZone } = useHouse()
  return <span className="text-50 text-muted">{longDayIn(useNow(), timeZone)}</span>
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
