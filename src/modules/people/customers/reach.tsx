import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#contract/modules/people/customer.ts'
import { useItem } from '#src/data/use-list.ts'
import { formatPhone } from '#contract/format-phone.ts'
import { Way } from '#src/parts/way.tsx'

/** How a customer is reached, one tap each: call, write, where they live, the address that is meant first. */
export function Reach({ one }: { one: Customer }) {
  const { t } = useTranslation('customer')
  if (one.phones.length === 0 && one.emails.length === 0 && one.addresses.length === 0) return null
  return (
    <ul className="flex flex-wrap items-center gap-x-6 gap-y-2">
      {one.phones.map(({ id, number, kind }) => (
        <Way key={id} icon={kind === 'whatsapp' ? MessageCircle : Phone} label={t(`options.phones.kind.${kind}`)}>
          <a className="link ltr" href={`tel:${number}`}>
            {formatPhone(number)}
          </a>
        </Way>
      ))}
      {one.emails.map(({ id, email }) => (
        <Way key={id} icon={Mail} label={t('columns.emails.email')}>
          <a className="link wrap-anywhere" href={`mailto:${email}`}>
            {email}
          </a>
        </Way>
      ))}
      {one.addresses
        .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
        .map(address => (
          <Way key={address.id} icon={MapPin} label={t('fields.addresses')}>
            <Address of={address} />
          </Way>
        ))}
    </ul>
  )
}

function Address({ of }: { of: Customer['addresses'][number] }) {
  const area = useItem('area', of.area)?.label
  const city = useItem('city', of.city)?.label
  const state = useItem('state', of.state)?.label
  const country = useItem('country', of.country)?.label
  return (
    <>
      {of.label && <span className="text-muted">{of.label} </span>}
      {[of.line, area, [city, of.pincode].filter(Boolean).join(' '), state, country].filter(Boolean).join(', ')}
    </>
  )
}
