import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { formatPhone } from '#contract/format-phone.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { useWords } from '#src/fields/words.ts'
import { Way } from '#src/parts/way.tsx'
import { mapOf, usePlaceOf } from './place.ts'

/** Whom to call about a job, and where it is: entries of a list. */
export function Reach({ job }: { job: Maintenance }) {
  const words = useWords(maintenance)
  const place = usePlaceOf(job)
  return (
    <>
      <Way icon={Phone} label={words.field('phone')}>
        <a className="link ltr" href={`tel:${job.phone}`}>
          {formatPhone(job.phone)}
        </a>
      </Way>
      {place && (
        <Way icon={MapPin} label={words.field('address')}>
          <a className="link wrap-anywhere" href={mapOf(place)}>
            {place}
          </a>
        </Way>
      )}
    </>
  )
}
