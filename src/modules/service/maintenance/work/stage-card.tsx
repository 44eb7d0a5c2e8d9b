import { clsx } from 'clsx'
import Clock from 'lucide-react/icons/clock'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldX from 'lucide-react/icons/shield-x'
import { useTranslation } from 'react-i18next'
import { maintenanceStages } from '#contract/lists/maintenance-stages.ts'
import { jobClock } from '#contract/modules/service/job-clock.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { isLate } from '#contract/promise-clock.ts'
import { RecordStage } from '#src/fields/record-stage.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDate, formatDateTime, formatTime, today } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Card } from '#src/ui/card.tsx'

const placeOf = (stage: string) => maintenanceStages.findIndex(one => one === stage)

/** Where the job stands, what was promised, and whether it is under warranty. */
export function StageCard({ job }: { job: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const promised = job.promisedAt
  const day = promised && today(new Date(promised))
  const late = isLate(jobClock, job, useNow())
  const time = promised && (day === today() ? formatTime(promised) : formatDateTime(promised))
  const until = job.warrantyUntil && formatDate(job.warrantyUntil)
  return (
    <Card>
      <div className="mb-3 flex flex-wrap gap-2">
        <Badge mark="orange">
          <RecordStage module={maintenance} stage={job.stage} words={words} />
        </Badge>
        {job.warranted !== null && (
          <Badge tone={job.warranted ? 'success' : 'neutral'} icon={job.warranted ? ShieldCheck : ShieldX}>
            {job.warranted && until
              ? t('screen.work.warranted', { date: until })
              : t(`screen.work.${job.warranted ? 'isWarranted' : 'notWarranted'}`)}
          </Badge>
        )}
        {time && (
          <Badge tone={late ? 'danger' : 'warning'} icon={Clock}>
            {words.field('promisedAt')} {time}
          </Badge>
        )}
        {job.overTaken === true && <Badge tone="warning">{words.flag('overTaken', true)}</Badge>}
        {job.repeats !== null && <Badge tone="warning">{t('screen.panel.repeat')}</Badge>}
        {job.cover !== 'paid' && <Badge>{words.option('cover', job.cover)}</Badge>}
      </div>
      <Track job={job} />
    </Card>
  )
}

/** The milestones of a job; where it stands between two of them the last one says so. */
function Track({ job }: { job: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const first = job.serviceMode === 'onSite' ? 'assigned' : 'received'
  const miles = [first, 'diagnosed', 'inRepair', 'repaired', 'checked', 'handedOver']
  const now = miles.findLastIndex(mile => placeOf(mile) <= placeOf(job.stage))
  return (
    <ol data-mark="orange" aria-label={t('screen.work.track')} className="grid auto-cols-fr grid-flow-col gap-1">
      {miles.map((mile, at) => (
        <li
          key={mile}
          aria-current={at === now ? 'step' : undefined}
          className={clsx(
            'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5 text-20',
            at <= now ? 'text-muted' : 'text-subtle',
          )}
        >
          <span data-solid="" className="flex h-1.5 overflow-hidden rounded-1 bg-surface-pressed">
            <span data-solid="" className={clsx('bg-mark', at < now ? 'w-full' : at === now ? 'w-[55%]' : 'w-0')} />
          </span>
          <span
            className={clsx(
              at === now ? 'font-semibold whitespace-nowrap text-ink sm:truncate' : 'truncate max-sm:sr-only',
              // On a phone the last ones have no room at their end.
              at === now && at > 3 && 'max-sm:justify-self-end',
            )}
          >
            {words.stage(at === now ? job.stage : mile)}
          </span>
        </li>
      ))}
    </ol>
  )
}
