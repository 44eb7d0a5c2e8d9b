import { useTranslation } from 'react-i18next'
import { user } from '#contract/modules/access/user.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { DAYS_AHEAD } from '#contract/modules/service/days-ahead.ts'
import { daysOf, partsFor, type Day } from '#contract/modules/service/my-day.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { heldPart } from '#contract/modules/stock/held-part.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import { MoreButton, MoreRows } from '#src/crud/more-rows.tsx'
import { useLooked } from '#src/data/use-readiness.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { formatNear, formatNumber } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { useCan } from '#src/session/actor.ts'
import { useHouse, useMe } from '#src/session/house.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { MyStockLink } from '../my-stock-link.tsx'
import { useOwnStock, type OwnStock } from '../own-stock.ts'
import { DayJob } from './day-job.tsx'

const open = maintenance.offline.open ?? []

/** Somebody's own jobs of today and the days after it, in order of time, and what to take along; nothing where there are none. */
export function MyDayCard() {
  const { t } = useTranslation(['maintenance', 'crud'])
  const { userId } = useMe()
  const { timeZone } = useHouse()
  const now = useNow()
  const found = useRowsOf(maintenance, { filter: { assignedTo: [userId], stage: open }, sort: 'scheduledAt' })
  const { data: looked } = useLooked()
  if (found.loading) return <SkeletonRows rows={3} />
  if (found.error) return <Banner tone="warning">{found.error.message}</Banner>
  const days = daysOf(found.rows, { now, timeZone })
  if (days.length === 0) return null
  const { missing = [], pictures = [] } = looked?.facts ?? {}
  const lacking = [...missing, ...pictures].filter(({ by }) => by.t === maintenance.name)
  const [first] = days
  return (
    <Card flush title={t('screen.day.title')} aside={<MyStockLink />}>
      <TakeAlong jobs={first!.jobs} />
      {days.map(one => (
        <OneDay key={one.day ?? ''} of={one} now={now} lacking={lacking.map(({ by }) => by.id)} />
      ))}
      <MoreRows found={found}>
        <p className="p-3 text-center">
          <MoreButton found={found} />
        </p>
      </MoreRows>
      <p className="border-t px-4 py-2 text-20 text-subtle">{t('screen.day.ahead', { count: DAYS_AHEAD })}</p>
    </Card>
  )
}

function OneDay({ of: { day, jobs }, now, lacking }: { of: Day<Maintenance>; now: Date; lacking: readonly number[] }) {
  const { t } = useTranslation('maintenance')
  return (
    <section aria-label={day === null ? t('screen.day.noTime') : formatNear(day)}>
      <h3 className="border-t bg-surface-sunken px-4 py-1 text-30 font-medium text-muted">
        {day === null ? t('screen.day.noTime') : formatNear(day)}
      </h3>
      <ul>
        {jobs.map(job => (
          <DayJob key={job.id} job={job} now={now} missing={lacking.filter(id => id === job.id).length} />
        ))}
      </ul>
    </section>
  )
}

/**
 * The parts that are on the jobs of the first day, and where each is: somebody has it along, or should; or the warehouse, which
 * has them booked already, hands it out.
 */
function TakeAlong({ jobs }: { jobs: readonly Maintenance[] }) {
  return useCan(heldPart, 'list') ? <BesideOwn jobs={jobs} /> : <Parts jobs={jobs} left={null} />
}

function BesideOwn({ jobs }: { jobs: readonly Maintenance[] }) {
  return <Parts jobs={jobs} left={useOwnStock().left} />
}

function Parts({ jobs, left }: { jobs: readonly Maintenance[]; left: OwnStock['left'] }) {
  const { t } = useTranslation('maintenance')
  const { userId } = useMe()
  const parts = partsFor(jobs)
  if (parts.length === 0) return null
  return (
    <section aria-label={t('screen.day.take')} className="border-t px-4 py-3">
      <h3 className="text-30 font-medium">{t('screen.day.take')}</h3>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-30">
        {parts.map(({ part: id, takenFrom, qty }) => (
          <li key={`${id}:${takenFrom}`}>
            <span className="text-muted tabular-nums">{formatNumber(qty)} ×</span> <RecordName module={part} id={id} />
            {takenFrom === null && <span className="text-muted"> · {t('screen.day.fetch')}</span>}
            {/* What these jobs have taken from it already is for them. */}
            {takenFrom === userId && left && <Along has={(left.get(id) ?? 0) + qty} needs={qty} />}
            {takenFrom !== null && takenFrom !== userId && (
              <span className="text-muted">
                {' '}
                · {t('columns.parts.takenFrom')} <RecordName module={user} id={takenFrom} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What somebody has of it already; what they lack stands out. */
function Along({ has, needs }: { has: number; needs: number }) {
  const { t } = useTranslation('maintenance')
  const amount = formatNumber(Math.max(has, 0))
  if (has >= needs) return <span className="text-muted"> · {t('screen.day.along', { amount })}</span>
  return (
    <Badge tone="warning" className="ms-2">
      {t('screen.day.lacks', { amount: formatNumber(needs - Math.max(has, 0)) })}
    </Badge>
  )
}
