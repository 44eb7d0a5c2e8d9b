import type { TFunction } from 'i18next'
import Undo2 from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import { bank } from '#contract/modules/money/bank.ts'
import { paidFor } from '#contract/modules/money/billed.ts'
import { payment, type Payment } from '#contract/modules/money/payment.ts'
import { useItem } from '#src/data/use-list.ts'
import { RecordLink, RecordName } from '#src/fields/reference.tsx'
import { useWords, type Words } from '#src/fields/words.ts'
import { formatDate, formatMoney } from '#src/lib/format.ts'
import type { Column } from '#src/table/model.ts'
import { Badge } from '#src/ui/badge.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { balancesAfter, movedBy } from './signs.ts'

type Around = {
  t: TFunction<'payment'>
  words: Words
  rows: readonly Payment[]
  /** What the order or job comes to that they are all of; without it each says its own. */
  total: number | null
  onTakeBack: ((one: Payment) => void) | undefined
}

const takenBack = (rows: readonly Payment[]) => new Set(rows.map(one => one.reverses))

/** What was taken back, and what took it back, step back. */
export const isOver = (one: Payment, rows: readonly Payment[]) => one.reverses !== null || takenBack(rows).has(one.id)

/** Payments one below the other, those of an order with what is owed after each. */
export function paymentColumns({ t, words, rows, total, onTakeBack }: Around): Column<Payment>[] {
  const after = balancesAfter(total ?? 0, rows)
  const owed = new Map(rows.map(({ id }, at) => [id, after[at]!]))
  const isOne = total !== null
  const back = takenBack(rows)
  return [
    {
      key: 'number',
      label: words.field('number'),
      plain: true,
      width: 130,
      cell: ({ number }) => number && <RecordNumber number={number} />,
    },
    {
      key: 'paidOn',
      label: words.field('paidOn'),
      plain: true,
      width: 120,
      text: ({ paidOn }) => (paidOn ? formatDate(paidOn) : ''),
    },
    {
      key: 'kind',
      label: words.field('kind'),
      plain: true,
      width: 160,
      cell: one => <Kind one={one} isBack={back.has(one.id)} hasBank={isOne} />,
    },
    ...(isOne
      ? []
      : [
          {
            key: 'for',
            label: t('screen.for'),
            width: 130,
            cell: (one: Payment) => <RecordLink module={paidFor(one).of} id={one[paidFor(one).field] ?? 0} />,
          },
        ]),
    {
      key: 'amount',
      label: words.field('amount'),
      atEnd: true,
      width: 104,
      text: one => formatMoney(movedBy(one)),
    },
    ...(isOne
      ? [
          {
            key: 'balance',
            label: t('screen.balance'),
            atEnd: true,
            width: 104,
            text: ({ id }: Payment) => formatMoney(owed.get(id)!),
          },
        ]
      : []),
    ...(onTakeBack
      ? [
          {
            key: 'takeBack',
            label: t('screen.takeBack'),
            head: <span className="sr-only">{t('screen.takeBack')}</span>,
            plain: true,
            tool: true,
            width: 64,
            cell: (one: Payment) =>
              one.reverses === null &&
              !back.has(one.id) && (
                <IconButton
                  size="sm"
                  icon={Undo2}
                  label={`${t('screen.takeBack')}: ${one.number ?? ''}`}
                  onClick={() => onTakeBack(one)}
                />
              ),
          },
        ]
      : []),
  ]
}

/** What it was, how it came and by whom, and what it is known by. */
function Kind({ one, isBack, hasBank }: { one: Payment; isBack: boolean; hasBank: boolean }) {
  const { t } = useTranslation('payment')
  const words = useWords(payment)
  const courier = useItem('courier', one.courier)?.label
  const known = [courier, one.reference, one.note].filter(Boolean).join(' · ')
  return (
    <span className="grid">
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {words.option('kind', one.kind)}
        {isBack && <Badge>{t('screen.takenBack')}</Badge>}
        {one.reverses !== null && (
          <Badge>
            {words.field('reverses')} <RecordName module={payment} id={one.reverses} />
          </Badge>
        )}
      </span>
      <span className="text-20 wrap-anywhere text-subtle">
        {words.option('mode', one.mode)}
        {hasBank && one.bank !== null && (
          <>
            {' · '}
            <RecordName module={bank} id={one.bank} />
          </>
        )}
        {known && ` · ${known}`}
      </span>
    </span>
  )
}
