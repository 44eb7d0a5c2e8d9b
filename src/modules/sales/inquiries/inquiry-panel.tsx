import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import PackageCheck from 'lucide-react/icons/package-check'
import Phone from 'lucide-react/icons/phone'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { customer } from '#contract/modules/people/customer.ts'
import { inquiry, type Inquiry } from '#contract/modules/sales/inquiry.ts'
import { order } from '#contract/modules/sales/order.ts'
import type { PartProps } from '#src/crud/screens.ts'
import { useItem } from '#src/data/use-list.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { formatPhone } from '#contract/format-phone.ts'
import { Way } from '#src/parts/way.tsx'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { ContactLog } from './contact-log.tsx'
import { KnownByPhone } from '../known-by-phone.tsx'

/** What whoever calls needs: how to reach them, who they are to us already, and what was said so far. */
export function InquiryPanel({ record }: PartProps) {
  const { t } = useTranslation('inquiry')
  const one = record as unknown as Inquiry
  const city = useItem('city', one.city)
  const place = [one.address, city?.label, one.pincode].filter(Boolean).join(', ')
  return (
    <div className="grid gap-4">
      <ul className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {[one.phone, one.altPhone].map(
          number =>
            number && (
              <Way key={number} icon={Phone} label={t('fields.phone')}>
                <a className="link ltr" href={`tel:${number}`}>
                  {formatPhone(number)}
                </a>
              </Way>
            ),
        )}
        {one.email && (
          <Way icon={Mail} label={t('fields.email')}>
            <a className="link wrap-anywhere" href={`mailto:${one.email}`}>
              {one.email}
            </a>
          </Way>
        )}
        {place && (
          <Way icon={MapPin} label={t('fields.address')}>
            {place}
          </Way>
        )}
      </ul>
      {useCanMove(one) && (
        <ButtonLink to={`/inquiry/inquiry-move/${one.id}`} size="sm" icon={PackageCheck} className="justify-self-start">
          {t('screen.move.do')}
        </ButtonLink>
      )}
      {one.customer === null ? (
        <KnownByPhone phone={one.phone} except={one.id} />
      ) : (
        <p>
          {t('fields.customer')}: <CustomerLink id={one.customer} />
        </p>
      )}
      <ContactLog contacts={one.contactLog} />
    </div>
  )
}

/** Does it ask for an order that this person may make? */
function useCanMove({ stage, order: made }: Inquiry): boolean {
  const mayEdit = useCan(inquiry, 'edit')
  const mayCreate = useCan(order, 'create')
  return mayEdit && mayCreate && made === null && (inquiry.offline.open ?? []).includes(stage)
}

function CustomerLink({ id }: { id: number }) {
  const name = useTitle(customer, id)
  const to = useRecordPlaces()?.pathTo(customer.name, id)
  return to ? (
    <Link className="link" to={to}>
      {name}
    </Link>
  ) : (
    name
  )
}
