import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#contract/format-phone.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import { Icon, type IconType } from '#src/ui/icon.tsx'
import { buttonLook } from '#src/ui/button-look.ts'
import { mapOf, usePlaceOf } from '../place.ts'

/** Whose job it is, with one press to call and one to find the way. */
export function CustomerCard({ job }: { job: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const place = usePlaceOf(job)
  return (
    <Card title={words.field('customer')}>
      <p className="font-medium wrap-anywhere">
        {job.customer === null ? job.name : <RecordLink module={customer} id={job.customer} />}
      </p>
      {place && <p className="wrap-anywhere text-muted">{place}</p>}
      {job.scheduledAt && (
        <p className="text-30 text-muted">
          {words.field('scheduledAt')} {formatDateTime(job.scheduledAt)}
        </p>
      )}
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Way icon={Phone} href={`tel:${job.phone}`} title={formatPhone(job.phone)}>
          {t('screen.work.call')}
        </Way>
        {place && (
          <Way icon={MapPin} href={mapOf(place)} title={place}>
            {t('screen.work.map')}
          </Way>
        )}
      </div>
    </Card>
  )
}

function Way({ icon, href, title, children }: { icon: IconType; href: string; title: string; children: string }) {
  return (
    <a href={href} title={title} data-control-size="lg" className={buttonLook({ block: true })}>
      <Icon of={icon} size="sm" />
      {children}
    </a>
  )
}
