import type { TFunction } from 'i18next'
import Undo2 from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import { user } from '#contract/modules/access/user.ts'
import { paidFor } from '#contract/modules/money/billed.ts'
import { payment, type Payment } from '#contract/modules/money/payment.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import type { ShownNames } from '#src/fields/texts.ts'
import { fieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { formatDate, formatMoney } from '#src/lib/format.ts'
import type { Column, RowLook } from '#src/table/model.ts'
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

/** What was taken back among these, and what took it back, steps back. */
export function lookOf(rows: readonly Payment[]): (one: Payment) => RowLook {
  const back = takenBack(rows)
  return one => (one.reverses !== null || back.has(one.id) ? 'faded' : undefined)
}

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
      says: ['courier', 'reverses', ...(isOne ? ['bank'] : [])].map(name => fieldView(payment, name, words)),
      cell: (one, names) => kindOf(one, { t, words, names, isBack: back.has(one.id), hasBank: isOne }),
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

type OfKind = Pick<Around, 't' | 'words'> & { names: ShownNames; isBack: boolean; hasBank: boolean }

/** What it was, how it came and by whom, and what it is known by. */
function kindOf(one: Payment, { t, words, names, isBack, hasBank }: OfKind) {
  const known = [
    words.option('mode', one.mode),
    hasBank && one.bank !== null && names.record('bank', one.bank),
    one.courier !== null && names.item(one.courier),
    one.reference,
    one.note,
  ]
  return (
    <span className="grid">
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {words.option('kind', one.kind)}
        {isBack && <Badge>{t('screen.takenBack')}</Badge>}
        {one.reverses !== null && (
          <Badge>
            {words.field('reverses')} {names.record('payment', one.reverses)}
          </Badge>
        )}
      </span>
      <span className="text-20 wrap-anywhere text-subtle">
        {known.filter(Boolean).join(' · ')}
        <By id={one.createdBy} />
      </span>
    </span>
  )
}

/** Who recorded it. */
function By({ id }: { id: number }) {
  const { t } = useTranslation('payment')
  const name = useTitle(user, id)
  return name ? <> · {t('screen.by', { name })}</> : null
}
