import CloudAlert from 'lucide-react/icons/cloud-alert'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { product } from '#contract/modules/catalogue/product.ts'
import { jobClock } from '#contract/modules/service/job-clock.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { isLate } from '#contract/promise-clock.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { useWords } from '#src/fields/words.ts'
import { formatTime } from '#src/lib/format.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Reach } from '../maintenance/reach.tsx'

/** One visit: when, to whom and where, whom to call, which device, and whether something of it is not on this device. */
export function DayJob({ job, now, missing }: { job: Maintenance; now: Date; missing: number }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const to = useRecordPlaces()?.pathTo(maintenance.name, job.id)
  const said = `${job.number ?? words.noun} · ${job.name}`
  return (
    <li className="grid gap-1 border-t px-4 py-2 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {job.scheduledAt && <b className="tabular-nums">{formatTime(job.scheduledAt)}</b>}
        {to ? (
          <Link to={to} className="link min-w-0 font-medium wrap-anywhere">
            {said}
          </Link>
        ) : (
          <span className="min-w-0 font-medium">{said}</span>
        )}
        <span className="text-30 text-muted">{words.stage(job.stage)}</span>
        {isLate(jobClock, job, now) && <Badge tone="danger">{t('screen.day.late')}</Badge>}
        {missing > 0 && (
          <Badge tone="warning" icon={CloudAlert}>
            {t('screen.day.missing', { count: missing })}
          </Badge>
        )}
      </div>
      <p className="text-30">
        {job.product !== null && <RecordName module={product} id={job.product} />}{' '}
        {job.serial && <span className="ltr">{job.serial}</span>}
        <span className="text-muted"> {job.problems.map(({ text }) => text).join(', ')}</span>
      </p>
      <ul className="flex flex-wrap items-center gap-x-5 text-30">
        <Reach job={job} />
      </ul>
    </li>
  )
}
