import Banknote from 'lucide-react/icons/banknote'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import MapPin from 'lucide-react/icons/map-pin'
import MessageSquare from 'lucide-react/icons/message-square'
import Phone from 'lucide-react/icons/phone'
import UserRound from 'lucide-react/icons/user-round'
import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { orderClock } from '#contract/modules/sales/order-clock.ts'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { order, type Order } from '#contract/modules/sales/order.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { isLate } from '#contract/promise-clock.ts'
import { FoundRows } from '#src/crud/found-rows.tsx'
import type { PartProps } from '#src/crud/screens.ts'
import { useItem } from '#src/data/use-list.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatPhone } from '#contract/format-phone.ts'
import { formatDateTime, formatNear, today } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { Way } from '#src/parts/way.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { OrderLines } from './order-lines.tsx'
import { ShipTo } from './ship-to.tsx'

/** What whoever packs, calls or collects needs: who and where, what stands in the way, what was bought, what it comes to. */
export function OrderPanel({ record }: Pick<PartProps, 'record'> & Partial<PartProps>) {
  const sale = record as unknown as Order
  const ids = [...new Set(sale.lines.map(line => line.product))]
  return (
    <FoundRows module={product} query={{ filter: { id: ids } }}>
      {products => (
        <div className="grid gap-4">
          <Ways sale={sale} />
          <News sale={sale} />
          <FoundRows module={unit} query={{ filter: { order: [sale.id] } }} version={sale.version}>
            {units => <OrderLines sale={sale} products={products?.rows ?? []} units={units?.rows ?? []} />}
          </FoundRows>
          <ShipTo sale={sale} />
        </div>
      )}
    </FoundRows>
  )
}

/** Who it is for and how to reach them, in one line. */
function Ways({ sale }: { sale: Order }) {
  const { t } = useTranslation('order')
  const words = useWords(order)
  const area = useItem('area', sale.area)?.label
  const city = useItem('city', sale.city)?.label
  const place = [[area, city].filter(Boolean).join(', '), sale.pincode].filter(Boolean).join(' ')
  return (
    <ul className="-mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-30">
      <Way icon={UserRound} label={words.field('customer')}>
        {sale.customer === null ? sale.name : <RecordLink module={customer} id={sale.customer} />}
      </Way>
      {place && (
        <Way icon={MapPin} label={words.field('address')}>
          {place}
        </Way>
      )}
      <Way icon={Phone} label={words.field('phone')}>
        <a className="link ltr" href={`tel:${sale.phone}`}>
          {formatPhone(sale.phone)}
        </a>
      </Way>
      <Way icon={Banknote} label={words.field('paymentMode')}>
        {words.option('paymentMode', sale.paymentMode)}
      </Way>
      {sale.promisedDate && <Promised sale={sale} day={sale.promisedDate} />}
      {sale.inquiry !== null && (
        <Way icon={MessageSquare} label={t('screen.fromInquiry')}>
          <RecordLink module={inquiry} id={sale.inquiry} />
        </Way>
      )}
    </ul>
  )
}

const under: readonly string[] = ['draft', 'confirmed', 'onHold', 'packing']

/** When it has to leave; late is red as long as it has not left. */
function Promised({ sale, day }: { sale: Order; day: string }) {
  const words = useWords(order)
  const isOpen = under.includes(sale.stage)
  const look = !isOpen
    ? ''
    : day < today()
      ? 'text-danger-text font-medium'
      : day === today()
        ? 'text-warning-text'
        : ''
  return (
    <Way icon={CalendarClock} label={words.field('promisedDate')}>
      <span className={look}>
        {words.field('promisedDate')} {formatNear(day)}
      </span>
    </Way>
  )
}

/** What keeps it from going on. Why it is on hold stands above it, in the bar of its stages. */
function News({ sale }: { sale: Order }) {
  const { t } = useTranslation('order')
  const missing = sale.missing ?? 0
  const late = isLate(orderClock, sale, useNow())
  const lacking = sale.lines
    .map(({ qty, cancelled, allocated }, at) => ({ at: at + 1, needed: qty - (cancelled ?? 0), there: allocated ?? 0 }))
    .filter(({ needed, there }) => needed > there)
  const isWaiting = sale.stage === 'draft' || sale.stage === 'onHold'
  const isBelow = isWaiting && sale.priceApprovedBy === null && sale.belowFloor === true
  return (
    <>
      {late && (
        <Banner tone="danger" title={t('screen.late')}>
          {t('screen.lateText', { at: formatDateTime(sale.dueAt!), since: formatDateTime(sale.stageSince!) })}
        </Banner>
      )}
      {missing > 0 && (
        <Banner tone="warning" title={t('screen.missing', { count: missing })}>
          {t('screen.missingText')}
          <ul>
            {lacking.map(({ at, needed, there }) => (
              <li key={at}>{t('screen.missingLine', { line: at, needed, there, missing: needed - there })}</li>
            ))}
          </ul>
        </Banner>
      )}
      {isBelow && <Banner tone="warning">{t('screen.belowFloor')}</Banner>}
    </>
  )
}
