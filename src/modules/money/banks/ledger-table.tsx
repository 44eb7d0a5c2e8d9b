import { useTranslation } from 'react-i18next'
import type { LedgerLine } from '#contract/calls/bank-ledger.ts'
import { paidFor } from '#contract/modules/money/billed.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDate, formatMoney } from '#src/lib/format.ts'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import type { Days } from './periods.ts'

type Props = {
  days: Days
  opening: number
  lines: readonly LedgerLine[]
  /** Known when the last line stands there. */
  end: { in: number; out: number; closing: number } | null
}

/** What came in and went out, one below the other, between what was on the account before and what is on it. */
export function LedgerTable({ days, opening, lines, end }: Props) {
  const { t } = useTranslation('bank')
  return (
    <div className="overflow-x-auto">
      <Table caption={t('screen.ledger.title')}>
        <TableHead isStatic>
          <HeadCell>{t('screen.ledger.date')}</HeadCell>
          <HeadCell className="w-full">{t('screen.ledger.what')}</HeadCell>
          <HeadCell numeric>{t('screen.ledger.in')}</HeadCell>
          <HeadCell numeric>{t('screen.ledger.out')}</HeadCell>
          <HeadCell numeric>{t('screen.ledger.balance')}</HeadCell>
        </TableHead>
        <TableBody>
          <End label={t('screen.ledger.opening')} day={days.from} balance={opening} />
          {lines.map(line => (
            <Line key={line.id} line={line} />
          ))}
          {end && (
            <End label={t('screen.ledger.closing')} day={days.to} came={end.in} went={end.out} balance={end.closing} />
          )}
        </TableBody>
      </Table>
    </div>
  )
}

const amount = (minor: number | undefined) => (minor ? formatMoney(minor) : '—')

function Line({ line }: { line: LedgerLine }) {
  const { t } = useTranslation('bank')
  return (
    <Row faded={line.isBack}>
      <Cell label={t('screen.ledger.date')}>{formatDate(line.paidOn)}</Cell>
      <Cell wrap label={t('screen.ledger.what')}>
        <What line={line} />
      </Cell>
      <Cell numeric label={t('screen.ledger.in')}>
        {amount(Math.max(line.moved, 0))}
      </Cell>
      <Cell numeric label={t('screen.ledger.out')}>
        {amount(Math.max(-line.moved, 0))}
      </Cell>
      <Cell numeric label={t('screen.ledger.balance')} className="font-medium">
        {formatMoney(line.balance)}
      </Cell>
    </Row>
  )
}

/** What it was and for which order or job, how it came, and by what it is known. */
function What({ line }: { line: LedgerLine }) {
  const { t } = useTranslation('bank')
  const words = useWords(payment)
  const { of, field } = paidFor(line)
  const known = [words.option('mode', line.mode), line.reference, line.note].filter(Boolean).join(' · ')
  return (
    <span className="grid max-sm:justify-items-end max-sm:text-end">
      <span className="inline-flex flex-wrap items-center gap-x-2 max-sm:justify-end">
        {words.option('kind', line.kind)}
        {line.number && <RecordNumber number={line.number} />}
        {(line.order ?? line.maintenance) !== null && <RecordLink module={of} id={line[field]!} />}
      </span>
      <span className="text-20 wrap-anywhere text-subtle">
        {line.number === null ? `${known} · ${t('screen.ledger.elsewhere')}` : known}
      </span>
    </span>
  )
}

type EndProps = { label: string; day?: string | undefined; came?: number; went?: number; balance: number }

function End({ label, day, came, went, balance }: EndProps) {
  const { t } = useTranslation('bank')
  return (
    <Row>
      <Cell label={t('screen.ledger.date')}>{day ? formatDate(day) : '—'}</Cell>
      <Cell flex>
        <b>{label}</b>
      </Cell>
      <Cell numeric label={t('screen.ledger.in')}>
        {amount(came)}
      </Cell>
      <Cell numeric label={t('screen.ledger.out')}>
        {amount(went)}
      </Cell>
      <Cell numeric label={t('screen.ledger.balance')}>
        <b>{formatMoney(balance)}</b>
      </Cell>
    </Row>
  )
}
