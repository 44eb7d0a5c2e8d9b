import Undo2 from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import { bank } from '#contract/modules/money/bank.ts'
import { paidFor } from '#contract/modules/money/billed.ts'
import { payment, type Payment } from '#contract/modules/money/payment.ts'
import { useItem } from '#src/data/use-list.ts'
import { RecordLink, RecordName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDate, formatMoney } from '#src/lib/format.ts'
import { Badge } from '#src/ui/badge.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { balancesAfter, movedBy } from './signs.ts'

type Props = {
  rows: readonly Payment[]
  /** What the order or job comes to that they are all of; without it each says its own. */
  total: number | null
  onTakeBack: ((one: Payment) => void) | undefined
}

/** Payments one below the other, those of an order with what is owed after each. */
export function PaymentTable({ rows, total, onTakeBack }: Props) {
  const { t } = useTranslation('payment')
  const words = useWords(payment)
  const owed = balancesAfter(total ?? 0, rows)
  const isOne = total !== null
  const takenBack = new Set(rows.map(one => one.reverses))
  return (
    <div className="overflow-x-auto">
      <Table caption={t('titles.list')}>
        <TableHead isStatic>
          <HeadCell>{words.field('number')}</HeadCell>
          <HeadCell>{words.field('paidOn')}</HeadCell>
          <HeadCell className="w-full">{words.field('kind')}</HeadCell>
          {!isOne && <HeadCell>{t('screen.for')}</HeadCell>}
          <HeadCell numeric>{words.field('amount')}</HeadCell>
          {isOne && <HeadCell numeric>{t('screen.balance')}</HeadCell>}
          {onTakeBack && (
            <HeadCell>
              <span className="sr-only">{t('screen.takeBack')}</span>
            </HeadCell>
          )}
        </TableHead>
        <TableBody>
          {rows.map((one, at) => {
            const isBack = takenBack.has(one.id)
            return (
              <Row key={one.id} faded={isBack || one.reverses !== null}>
                <Cell>{one.number ? <RecordNumber number={one.number} /> : '—'}</Cell>
                <Cell label={words.field('paidOn')}>{one.paidOn ? formatDate(one.paidOn) : '—'}</Cell>
                <Cell wrap label={words.field('kind')}>
                  <Kind one={one} isBack={isBack} hasBank={isOne} />
                </Cell>
                {!isOne && (
                  <Cell label={t('screen.for')}>
                    <RecordLink module={paidFor(one).of} id={one[paidFor(one).field] ?? 0} />
                  </Cell>
                )}
                <Cell numeric label={words.field('amount')} className="font-medium">
                  {formatMoney(movedBy(one))}
                </Cell>
                {isOne && (
                  <Cell numeric label={t('screen.balance')} className="tabular-nums">
                    {formatMoney(owed[at]!)}
                  </Cell>
                )}
                {onTakeBack && (
                  <Cell actions>
                    {one.reverses === null && !isBack && (
                      <IconButton
                        size="sm"
                        icon={Undo2}
                        label={`${t('screen.takeBack')}: ${one.number ?? ''}`}
                        onClick={() => onTakeBack(one)}
                      />
                    )}
                  </Cell>
                )}
              </Row>
            )
          })}
        </TableBody>
      </Table>
    </div>
  )
}

/** What it was, how it came and by whom, and what it is known by. */
function Kind({ one, isBack, hasBank }: { one: Payment; isBack: boolean; hasBank: boolean }) {
  const { t } = useTranslation('payment')
  const words = useWords(payment)
  const courier = useItem('courier', one.courier)?.label
  const known = [courier, one.reference, one.note].filter(Boolean).join(' · ')
  return (
    // On a card it stands at the end of its line.
    <span className="grid max-sm:justify-items-end max-sm:text-end">
      <span className="inline-flex flex-wrap items-center gap-x-2 max-sm:justify-end">
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
