import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/modules/sales/order.ts'
import { useItem } from '#src/data/use-list.ts'
import { formatPhone } from '#contract/format-phone.ts'
import { Card } from '#src/ui/card.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useCopy } from '#src/ui/use-copy.ts'

/** Where the goods go, as a courier wants it, and where the invoice does. */
export function ShipTo({ sale }: { sale: Order }) {
  const { t } = useTranslation('order')
  const copy = useCopy()
  const area = useItem('area', sale.area)?.label
  const city = useItem('city', sale.city)?.label
  const state = useItem('state', sale.state)?.label
  const country = useItem('country', sale.country)?.label
  const place = [[area, city, state].filter(Boolean).join(', '), sale.pincode].filter(Boolean).join(' ')
  const phones = [sale.phone, sale.altPhone].filter(number => number !== null)
  const lines = [sale.name, sale.address, place, country].filter(line => line)
  const hasAddress = lines.length > 1
  const asText = [...lines, phones.map(formatPhone).join(', ')].join('\n')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Card
        title={t('screen.shipTo')}
        aside={<IconButton size="xs" icon={Copy} label={t('screen.copyAddress')} onClick={() => copy(asText)} />}
      >
        <address className="text-30 wrap-anywhere whitespace-pre-line not-italic">{lines.join('\n')}</address>
        {!hasAddress && <p className="text-30 text-subtle">{t('screen.noAddress')}</p>}
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-2 text-30">
          {phones.map(number => (
            <a key={number} className="link ltr" href={`tel:${number}`}>
              {formatPhone(number)}
            </a>
          ))}
          {sale.email && (
            <a className="link wrap-anywhere" href={`mailto:${sale.email}`}>
              {sale.email}
            </a>
          )}
        </p>
      </Card>
      <Card title={t('screen.billTo')}>
        {sale.billing ? (
          <address className="text-30 wrap-anywhere whitespace-pre-line not-italic">{sale.billing}</address>
        ) : (
          <p className="text-30 text-muted">{t('screen.asShipping')}</p>
        )}
        {sale.taxId && (
          <p className="mt-2 text-30">
            <span className="text-muted">{t('fields.taxId')}</span> <span className="ltr">{sale.taxId}</span>
          </p>
        )}
      </Card>
    </div>
  )
}
