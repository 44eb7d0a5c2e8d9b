import { useTranslation } from 'react-i18next'
import type { LedgerLine } from '#contract/calls/bank-ledger.ts'
import { paidFor } from '#contract/modules/money/billed.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { useLocalRows } from '#src/data/rows/use-local-rows.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDate, formatMoney } from '#src/lib/format.ts'
import type { Column } from '#src/table/model.ts'
import { Table } from '#src/table/table.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import type { Days } from './periods.ts'

type Props = {
  days: Days
  opening: number
  lines: readonly LedgerLine[]
  /** Known when the last line stands there. */
  end: { in: number; out: number; closing: number } | null
}

/** A line, or what was on the account before all of them. */
type Entry = { id: number; line: LedgerLine | null; balance: number }

const amount = (minor: number | undefined) => (minor ? formatMoney(minor) : '—')
const day = (said: string | undefined) => (said ? formatDate(said) : '—')

/** What came in and went out, one below the other, between what was on the account before and what is on it. */
export function LedgerTable({ days, opening, lines, end }: Props) {
  const { t } = useTranslation('bank')
  const entries: Entry[] = [
    { id: 0, line: null, balance: opening },
    ...lines.map(line => ({ id: line.id, line, balance: line.balance })),
  ]
  const columns: Column<Entry>[] = [
    {
      key: 'date',
      label: t('screen.ledger.date'),
      plain: true,
      width: 120,
      text: ({ line }) => day(line?.paidOn ?? days.from),
      total: () => day(days.to),
    },
    {
      key: 'what',
      label: t('screen.ledger.what'),
      plain: true,
      width: 160,
      cell: whatOr(t('screen.ledger.opening')),
      total: () => t('screen.ledger.closing'),
    },
    {
      key: 'in',
      label: t('screen.ledger.in'),
      atEnd: true,
      width: 96,
      text: ({ line }) => (line && line.moved > 0 ? formatMoney(line.moved) : ''),
      total: () => amount(end?.in),
    },
    {
      key: 'out',
      label: t('screen.ledger.out'),
      atEnd: true,
      width: 96,
      text: ({ line }) => (line && line.moved < 0 ? formatMoney(-line.moved) : ''),
      total: () => amount(end?.out),
    },
    {
      key: 'balance',
      label: t('screen.ledger.balance'),
      atEnd: true,
      width: 112,
      text: ({ balance }) => formatMoney(balance),
      total: () => formatMoney(end?.closing ?? 0),
    },
  ]
  return (
    <Table
      title={t('screen.ledger.title')}
      rows={useLocalRows(entries, end === null)}
      columns={columns}
      look={({ line }) => (line === null ? 'strong' : line.isBack ? 'faded' : undefined)}
    />
  )
}

const whatOr =
  (opening: string) =>
  ({ line }: Entry) =>
    line ? <What line={line} /> : opening

/** What it was and for which order or job, how it came, and by what it is known. */
function What({ line }: { line: LedgerLine }) {
  const { t } = useTranslation('bank')
  const words = useWords(payment)
  const { of, field } = paidFor(line)
  const known = [words.option('mode', line.mode), line.reference, line.note].filter(Boolean).join(' · ')
  return (
    <span className="grid">
      <span className="inline-flex flex-wrap items-center gap-x-2">
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
