import CalendarClock from 'lucide-react/icons/calendar-clock'
import UserRound from 'lucide-react/icons/user-round'
import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { jobClock } from '#contract/modules/service/job-clock.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { isLate } from '#contract/promise-clock.ts'
import type { PartProps } from '#src/crud/screens.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { MailedTo, MailTrouble } from '#src/parts/mail/mail-notice.tsx'
import { Way } from '#src/parts/way.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Card } from '#src/ui/card.tsx'
import { CustomerLink } from './customer-link.tsx'
import { Bill } from './bill.tsx'
import { JobReplacement } from './job-replacement.tsx'
import { Problems } from './problems.tsx'
import { Reach } from './reach.tsx'
import { Verdict } from './unit-input.tsx'

/** What whoever repairs needs: whom to call and where to go, which device, what it has, and what it comes to. */
export function JobPanel({ record }: PartProps) {
  const { t } = useTranslation('maintenance')
  const job = record as unknown as Maintenance
  const late = isLate(jobClock, job, useNow())
  return (
    <div className="grid gap-4">
      <Ways job={job} />
      <JobReplacement job={job} />
      {late && (
        <Banner tone="danger" title={t('screen.panel.late')}>
          {t('screen.panel.lateSince', { at: formatDateTime(job.dueAt!) })}
        </Banner>
      )}
      {job.repeats !== null && (
        <Banner tone="warning" title={t('screen.panel.repeat')}>
          <RecordLink module={maintenance} id={job.repeats} />
        </Banner>
      )}
      <MailTrouble one={job} />
      {job.overTaken === true && <Banner tone="warning">{t('screen.panel.overTaken')}</Banner>}
      {job.holdReason && <Banner tone="warning">{job.holdReason}</Banner>}
      <div className="@container">
        <div className="grid gap-4 @2xl:grid-cols-2">
          <Device job={job} />
          <Bill job={job} />
        </div>
      </div>
      <CustomerLink job={job} />
    </div>
  )
}

function Ways({ job }: { job: Maintenance }) {
  const words = useWords(maintenance)
  return (
    <ul className="-mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-30">
      <Way icon={UserRound} label={words.field('customer')}>
        {job.customer === null ? job.name : <RecordLink module={customer} id={job.customer} />}
      </Way>
      <Reach job={job} />
      {job.promisedAt && (
        <Way icon={CalendarClock} label={words.field('promisedAt')}>
          {words.field('promisedAt')} {formatDateTime(job.promisedAt)}
        </Way>
      )}
      <MailedTo module={maintenance} one={job} />
    </ul>
  )
}

function Device({ job }: { job: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  return (
    <Card title={t('screen.panel.device')}>
      <div className="grid gap-3">
        <p className="grid justify-items-start gap-1 text-40 font-medium">
          {job.product === null ? '—' : <RecordLink module={product} id={job.product} />}
          {job.unit === null ? (
            job.serial && <span className="ltr">{job.serial}</span>
          ) : (
            <RecordLink module={unit} id={job.unit} />
          )}
        </p>
        {job.unit !== null && <Verdict id={job.unit} />}
        <p className="text-30 text-muted">
          {words.field('cover')}: {words.option('cover', job.cover)}
        </p>
        <ul className="grid list-disc gap-1 ps-5 text-30">
          <Problems job={job} />
        </ul>
      </div>
    </Card>
  )
}
