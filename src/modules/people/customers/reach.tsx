import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#contract/modules/people/customer.ts'
import { useItem } from '#src/data/use-list.ts'
import { formatPhone } from '#contract/format-phone.ts'
import { Way } from '#src/parts/way.tsx'

/** How a customer is reached, one tap each: call, write, where they live. */
export function Reach({ one }: { one: Customer }) {
  const { t } = useTranslation('customer')
  const home = one.addresses.find(({ isDefault }) => isDefault) ?? one.addresses[0]
  const city = useItem('city', home?.city)
  if (one.phones.length === 0 && one.emails.length === 0 && !home) return null
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
      {home && (
        <Way icon={MapPin} label={t('fields.addresses')}>
          {[home.line, city?.label, home.pincode].filter(Boolean).join(', ')}
        </Way>
      )}
    </ul>
  )
}
