import Undo2 from 'lucide-react/icons/undo-2'
import type { Bill, Invoice } from '#contract/modules/money/billed.ts'
import { RecordStage } from '#src/fields/record-stage.tsx'
import type { Words } from '#src/fields/words.ts'
import { formatDate, formatMoney } from '#src/lib/format.ts'
import type { Column } from '#src/table/model.ts'
import { Badge } from '#src/ui/badge.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { mayCredit } from './credit-drawer.tsx'
import type { SayInvoice } from './say.ts'

type Around = {
  bill: Bill
  t: SayInvoice
  words: Words
  onCredit: ((one: Invoice) => void) | undefined
}

/** Invoices of an order or a job, one below the other: how far each is, and what of it is still to come. */
export const invoiceColumns = ({ bill, t, words, onCredit }: Around): Column<Invoice>[] => [
  {
    key: 'number',
    label: words.field('number'),
    width: 150,
    plain: true,
    cell: ({ number }) => (number ? <RecordNumber number={number} /> : t('screen.draft')),
  },
  {
    key: 'date',
    label: words.field('date'),
    plain: true,
    width: 120,
    text: ({ date }) => (date ? formatDate(date) : ''),
  },
  {
    key: 'stage',
    label: words.field('stage'),
    plain: true,
    width: 150,
    cell: ({ stage, kind }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <RecordStage module={bill.invoices} stage={stage} words={words} />
        {kind !== 'invoice' && <Badge>{words.option('kind', kind)}</Badge>}
      </span>
    ),
  },
  {
    key: 'outstanding',
    label: words.field('outstanding'),
    atEnd: true,
    width: 116,
    text: ({ outstanding }) => (outstanding ? formatMoney(outstanding) : ''),
  },
  {
    key: 'total',
    label: words.field('total'),
    atEnd: true,
    width: 116,
    text: ({ kind, total }) => formatMoney(kind === 'creditNote' ? -(total ?? 0) : (total ?? 0)),
  },
  ...(onCredit
    ? [
        {
          key: 'credit',
          label: t('screen.credit'),
          head: <span className="sr-only">{t('screen.credit')}</span>,
          plain: true,
          tool: true,
          width: 64,
          cell: (one: Invoice) =>
            mayCredit(one) && (
              <IconButton
                size="sm"
                icon={Undo2}
                label={t('screen.creditOf', { number: one.number })}
                onClick={() => onCredit(one)}
              />
            ),
        },
      ]
    : []),
]
