import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark'
import Package from 'lucide-react/icons/package'
import UsersRound from 'lucide-react/icons/users-round'
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Module, Row } from '#contract/module.ts'
import { customer, type Customer } from '#contract/modules/people/customer.ts'
import { inquiry, type Inquiry } from '#contract/modules/sales/inquiry.ts'
import { order } from '#contract/modules/sales/order.ts'
import { useRecords } from '#src/data/use-records.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { useWords } from '#src/fields/words.ts'
import { formatMoney } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import type { IconType } from '#src/ui/icon.tsx'

/** So many digits make a number that could be somebody's. */
const ENOUGH = 7
const PAUSE = 300
/** Of more than these nobody reads while somebody is on the phone. */
const MOST = 3

const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '').replace(/^0+/, '')

type Props = {
  phone: string
  /** The inquiry or the order that is being read or changed. */
  except?: number | undefined
  /** Takes over what is known of one of them; not there where nothing is being typed. */
  onCustomer?: Take<Customer> | undefined
  onInquiry?: Take<Inquiry> | undefined
}
type Take<R> = {
  label: string
  take: (found: R) => void
  /** It was taken over already, and is not offered any more. */
  isTaken?: (found: R) => boolean
}

/** Who has that number already, said while it is typed: customers with what they ordered, drafts of orders, open inquiries. */
export function KnownByPhone({ phone, ...rest }: Props) {
  const typed = useSettled(useDeferredValue(phone))
  const digits = digitsOf(typed)
  const mayCustomers = useCan(customer, 'list')
  const mayOrders = useCan(order, 'list')
  const mayInquiries = useCan(inquiry, 'list')
  if (digits.length < ENOUGH || typed !== phone) return null
  return (
    <div role="status" className="grid gap-2 empty:sr-only">
      {mayCustomers && <Customers digits={digits} {...rest} />}
      {mayOrders && <NewOrders digits={digits} except={rest.except} />}
      {mayInquiries && <Inquiries digits={digits} {...rest} />}
    </div>
  )
}

type Of = Omit<Props, 'phone'> & { digits: string }

function Customers({ digits, onCustomer }: Of) {
  const { t } = useTranslation('inquiry')
  const mayOrders = useCan(order, 'list')
  const { rows } = useRecords(customer, { q: digits })
  const found = rows.filter(
    one => !onCustomer?.isTaken?.(one) && one.phones.some(({ number }) => endsWith(number, digits)),
  )
  return found.slice(0, MOST).map(one => (
    <Known
      key={one.id}
      of={customer}
      row={one}
      icon={UsersRound}
      title={t('screen.known.customer', { name: one.name })}
      about={mayOrders && <EarlierOrders of={one.id} />}
    >
      <TakeOver by={onCustomer} found={one} />
    </Known>
  ))
}

/** Of these nothing is due: nobody has confirmed them, or they came to nothing. */
const owesNothing: readonly string[] = ['draft', 'cancelled']

/** What this customer ordered before: how many orders, the last of them, and what is still to be paid. */
function EarlierOrders({ of }: { of: number }) {
  const { t } = useTranslation('inquiry')
  const words = useWords(order)
  const places = useRecordPlaces()
  const { rows, hasMore, partial, loading } = useRecords(order, {
    filter: { customer: [String(of)] },
    sort: '-createdAt',
  })
  const [last] = rows
  if (!last) return loading || partial ? null : t('screen.known.noOrders')
  const due = rows.reduce(
    (sum, { stage, balance }) => sum + (owesNothing.includes(stage) ? 0 : Math.max(0, balance ?? 0)),
    0,
  )
  const to = places?.pathTo(order.name, last.id)
  const name = `${last.number ?? ''} (${words.stage(last.stage)})`
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>
        {t(hasMore || partial ? 'screen.known.ordersAtLeast' : 'screen.known.orders', { count: rows.length })}
      </span>
      <span>
        {t('screen.known.lastOrder')}{' '}
        {to ? (
          <Link to={to} target="_blank">
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      {due > 0 && <b className="text-ink">{t('screen.known.due', { amount: formatMoney(due) })}</b>}
    </span>
  )
}

/** Orders that nobody is the customer of yet: who buys for the first time becomes one when theirs is confirmed. */
function NewOrders({ digits, except }: Pick<Of, 'digits' | 'except'>) {
  const { t } = useTranslation('inquiry')
  const words = useWords(order)
  const { rows } = useRecords(order, { q: digits, filter: { customer: ['none'] } })
  const found = rows.filter(
    one =>
      one.customer === null &&
      one.stage !== 'cancelled' &&
      one.id !== except &&
      one.inquiry !== except &&
      [one.phone, one.altPhone].some(number => number && endsWith(number, digits)),
  )
  return found
    .slice(0, MOST)
    .map(one => (
      <Known
        key={one.id}
        of={order}
        row={one}
        icon={Package}
        title={t('screen.known.order', { number: one.number ?? words.noun, stage: words.stage(one.stage) })}
      />
    ))
}

function Inquiries({ digits, except, onInquiry }: Of) {
  const { t } = useTranslation('inquiry')
  const words = useWords(inquiry)
  const open = inquiry.offline.open ?? []
  const { rows } = useRecords(inquiry, { q: digits, filter: { stage: [...open] } })
  const found = rows.filter(
    one =>
      one.id !== except &&
      !onInquiry?.isTaken?.(one) &&
      [one.phone, one.altPhone].some(number => number && endsWith(number, digits)),
  )
  return found.slice(0, MOST).map(one => (
    <Known
      key={one.id}
      of={inquiry}
      row={one}
      icon={MessageCircleQuestion}
      title={t('screen.known.inquiry', { name: one.name, stage: words.stage(one.stage) })}
    >
      <TakeOver by={onInquiry} found={one} />
    </Known>
  ))
}

function TakeOver<R>({ by, found }: { by: Take<R> | undefined; found: R }) {
  if (!by) return null
  return (
    <Button size="xs" onClick={() => by.take(found)}>
      {by.label}
    </Button>
  )
}

const endsWith = (number: string, digits: string) => digitsOf(number).endsWith(digits)

type KnownProps = {
  of: Module
  row: Pick<Row, 'id'>
  icon: IconType
  title: string
  about?: ReactNode
  children?: ReactNode
}

function Known({ of, row, icon, title, about, children }: KnownProps) {
  const { t } = useTranslation('inquiry')
  const to = useRecordPlaces()?.pathTo(of.name, row.id)
  return (
    <Banner
      tone="info"
      icon={icon}
      title={title}
      actions={
        <>
          {children}
          {to && (
            // In a tab of its own: whoever looks who it is goes on with this form.
            <ButtonLink size="xs" to={to} target="_blank">
              {t('screen.known.open')}
            </ButtonLink>
          )}
        </>
      }
    >
      {about}
    </Banner>
  )
}

/** What was typed once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
