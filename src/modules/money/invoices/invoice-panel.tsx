import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Download from 'lucide-react/icons/download'
import Package from 'lucide-react/icons/package'
import Wrench from 'lucide-react/icons/wrench'
import Printer from 'lucide-react/icons/printer'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Undo2 from 'lucide-react/icons/undo-2'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bills, paidFor, type Invoice } from '#contract/modules/money/billed.ts'
import { payment, type Payment } from '#contract/modules/money/payment.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { FoundRows } from '#src/crud/found-rows.tsx'
import type { PartProps } from '#src/crud/screens.ts'
import { useLocalRows } from '#src/data/rows/use-local-rows.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDate, formatMoney, today } from '#src/lib/format.ts'
import { Way } from '#src/parts/way.tsx'
import { MailedTo, MailTrouble } from '#src/parts/mail/mail-notice.tsx'
import { useCan } from '#src/session/actor.ts'
import { Table } from '#src/table/table.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lookOf, paymentColumns } from '../payments/payment-columns.tsx'
import { owedIn } from '../payments/signs.ts'
import { CreditDrawer, mayCredit } from './credit-drawer.tsx'
import { InvoiceGoods, InvoiceTaxes } from './invoice-goods.tsx'
import { printOf } from './places.ts'
import { InvoiceParties } from './invoice-parties.tsx'
import { useSay } from './say.ts'
import { TheSubject, useSubject } from './the-subject.tsx'
import { useInvoiceFile } from './use-invoice-file.ts'

/** An invoice as it was issued, what was paid of it, and below it the order that it is of. */
export function InvoicePanel({ record, screens }: PartProps) {
  const one = record as unknown as Invoice
  const bill = paidFor(one)
  const t = useSay(bill.invoices)
  const [crediting, setCrediting] = useState(false)
  const mayAdd = useCan(bill.invoices, 'create')
  const file = useInvoiceFile(bill, one.id)
  return (
    <div className="grid gap-4">
      <Ways one={one} />
      {one.stage === 'void' && (
        <Banner tone="warning" title={t('screen.voided')}>
          {one.voidReason}
        </Banner>
      )}
      <Differs one={one} />
      <MailTrouble one={one} />
      {file.failed && (
        <Banner tone="danger" announce>
          {file.failed}
        </Banner>
      )}
      <p className="flex flex-wrap gap-2">
        <ButtonLink size="sm" icon={Printer} to={printOf(bill, [one.id])}>
          {t('screen.print')}
        </ButtonLink>
        <Button size="sm" icon={Download} loading={file.busy} onClick={file.save}>
          {t('screen.file')}
        </Button>
        {mayAdd && mayCredit(one) && (
          <Button size="sm" icon={Undo2} onClick={() => setCrediting(true)}>
            {t('screen.credit')}
          </Button>
        )}
      </p>
      <InvoiceGoods one={one} />
      <InvoiceTaxes one={one} />
      <InvoiceParties one={one} />
      {one.kind === 'invoice' && <Payments one={one} />}
      <TheSubject one={one} />
      {crediting && <CreditDrawer screens={screens} one={one} onClose={() => setCrediting(false)} />}
    </div>
  )
}

/** What kind it is, of what and for whom, and of which day. */
function Ways({ one }: { one: Invoice }) {
  const { invoices, field, of } = paidFor(one)
  const words = useWords(invoices)
  const isLate = (one.outstanding ?? 0) > 0 && one.dueDate !== null && one.dueDate < today()
  return (
    <ul className="-mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-30">
      {one.kind !== 'invoice' && (
        <li>
          <Badge>{words.option('kind', one.kind)}</Badge>
        </li>
      )}
      <Way icon={field === 'order' ? Package : Wrench} label={words.field(field)}>
        <RecordLink module={of} id={one[field] ?? 0} />
      </Way>
      {one.against !== null && (
        <Way icon={ReceiptText} label={words.field('against')}>
          <RecordLink module={invoices} id={one.against} />
        </Way>
      )}
      <Way icon={UserRound} label={words.field('name')}>
        {one.customer === null ? one.name : <RecordLink module={customer} id={one.customer} />}
      </Way>
      {one.date && (
        <Way icon={CalendarDays} label={words.field('date')}>
          {formatDate(one.date)}
        </Way>
      )}
      {one.dueDate && (
        <Way icon={CalendarClock} label={words.field('dueDate')}>
          <span className={isLate ? 'font-medium text-danger-text' : ''}>
            {words.field('dueDate')} {formatDate(one.dueDate)}
          </span>
        </Way>
      )}
      <MailedTo module={paidFor(one).invoices} one={one} />
    </ul>
  )
}

/** A job may come to something else than what is asked for it: until the invoice is issued, or by work without a connection. */
function Differs({ one }: { one: Invoice }) {
  const t = useSay(paidFor(one).invoices)
  const subject = useSubject(one)
  const asks = one.kind === 'invoice' && one.stage !== 'void' && !one.credited
  if (paidFor(one) !== bills.maintenance || !asks || !subject || subject.total === one.total) return null
  return (
    <Banner tone="warning" title={t('screen.differs', { amount: formatMoney(Number(subject.total ?? 0)) })}>
      {t(one.stage === 'draft' ? 'screen.differsDraft' : 'screen.differsIssued')}
    </Banner>
  )
}

/** How and when it was paid; which part of it is of this invoice is said above. */
function Payments({ one }: { one: Invoice }) {
  const { invoices, field } = paidFor(one)
  const t = useSay(invoices)
  const subject = useSubject(one)
  return (
    <FoundRows module={payment} query={{ filter: { [field]: [one[field] ?? 0] }, sort: 'at' }} version={one.version}>
      {found =>
        found &&
        subject && (
          <Card flush title={t('screen.payments')}>
            {found.rows.length === 0 ? (
              <EmptyState level={3} className="min-h-0!" title={t('screen.noPayments')} />
            ) : (
              <Paid rows={found.rows} total={owedIn(subject)} />
            )}
          </Card>
        )
      }
    </FoundRows>
  )
}

function Paid({ rows, total }: { rows: readonly Payment[]; total: number }) {
  const { t } = useTranslation('payment')
  const words = useWords(payment)
  return (
    <Table
      title={t('titles.list')}
      rows={useLocalRows(rows)}
      columns={paymentColumns({ t, words, rows, total, onTakeBack: undefined })}
      look={lookOf(rows)}
    />
  )
}
