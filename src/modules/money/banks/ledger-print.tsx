import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import type { LedgerLine } from '#contract/calls/bank-ledger.ts'
import type { Bank } from '#contract/modules/money/bank.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { order } from '#contract/modules/sales/order.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { paperFormat } from '#contract/paper-format.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import { useTitles } from '#src/data/use-many-titles.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDate, formatNumber, localeNow, today } from '#src/lib/format.ts'
import { A4Papers } from '#src/paper/a4-papers.tsx'
import type { A4Document } from '#src/paper/a4-sheet.tsx'
import { paperCell, paperFigure, PaperHeadings, PaperLine, PaperTitle } from '#src/paper/a4-table.tsx'
import { useHouse } from '#src/session/house.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { Days } from './periods.ts'
import { MOST_LINES, useWholeLedger, type FoundLedger } from './use-whole-ledger.ts'

type Props = { one: Bank; days: Days; found: FoundLedger; onBack: () => void }

/** The ledger of a period on paper. */
export function LedgerPrint({ one, days, found, onBack }: Props) {
  const { t } = useTranslation('bank')
  const { first, lines, tooMany, isWhole, error, again } = useWholeLedger(found)
  const whole = isWhole && first ? { ...first, lines } : null
  return (
    <section aria-label={t('screen.ledger.title')} className="grid gap-4">
      <div className="flex flex-wrap justify-end gap-2 print:hidden">
        <Button size="sm" onClick={onBack}>
          {t('screen.ledger.back')}
        </Button>
        <Button size="sm" variant="primary" icon={Printer} disabled={!whole} onClick={() => window.print()}>
          {t('screen.ledger.print')}
        </Button>
      </div>
      {tooMany && (
        <Banner tone="warning">{t('screen.ledger.tooMany', { count: formatNumber(MOST_LINES) as never })}</Banner>
      )}
      {error && <Failed message={error.message} onAgain={again} />}
      {!whole && !tooMany && !error && <SkeletonRows rows={6} />}
      {whole && <Paper one={one} days={days} whole={whole} />}
    </section>
  )
}

type Whole = { opening: number; in: number; out: number; closing: number; lines: readonly LedgerLine[] }

function Paper({ one, days, whole }: Pick<Props, 'one' | 'days'> & { whole: Whole }) {
  return <A4Papers documents={[useDocument(one, days, whole)]} />
}

function useDocument(one: Bank, days: Days, whole: Whole): A4Document {
  const { t } = useTranslation('bank')
  const { companyName, currency } = useHouse()
  const words = useWords(payment)
  const { plain, sign } = paperFormat(localeNow(), currency)
  const orders = useTitles(order, [...new Set(whole.lines.flatMap(line => line.order ?? []))])
  const jobs = useTitles(maintenance, [...new Set(whole.lines.flatMap(line => line.maintenance ?? []))])
  const ends = [days.from, days.to].map(day => (day ? formatDate(day) : '…')).join(' – ')
  const period = days.from || days.to ? ends : t('screen.ledger.periods.all')
  const title = `${t('screen.ledger.title')} · ${one.name}`
  const amount = (minor: number) => (minor > 0 ? plain(minor) : '')
  const row = (key: string, cells: readonly string[], isStrong = false) => ({
    key,
    row: (
      <tr key={key} className={isStrong ? 'font-semibold' : ''}>
        {cells.map((cell, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a cell is nothing but its place
          <td
            key={at}
            className={`${paperCell} ${at > 1 ? paperFigure : at === 1 ? 'wrap-anywhere' : 'whitespace-nowrap'}`}
          >
            {cell}
          </td>
        ))}
      </tr>
    ),
  })
  const said = (line: LedgerLine) => [
    words.option('kind', line.kind),
    line.number,
    orders.get(line.order ?? 0) ?? jobs.get(line.maintenance ?? 0),
    words.option('mode', line.mode),
    line.reference,
    line.note,
  ]
  const columns = [
    { label: t('screen.ledger.date') },
    { label: t('screen.ledger.what') },
    ...(['in', 'out', 'balance'] as const).map(key => ({
      label: `${t(`screen.ledger.${key}`)} ${sign}`,
      isAmount: true,
    })),
  ]
  return {
    key: 'ledger',
    head: (
      <PaperTitle
        house={companyName}
        title={title}
        text={one.accountEnd && t('screen.ledger.account', { end: one.accountEnd })}
        facts={period}
      />
    ),
    again: <PaperTitle small house={companyName} title={`${title} · ${period}`} />,
    columns: <PaperHeadings columns={columns} wide={1} />,
    rows: [
      row(
        'opening',
        [days.from ? formatDate(days.from) : '', t('screen.ledger.opening'), '', '', plain(whole.opening)],
        true,
      ),
      ...whole.lines.map(line =>
        row(String(line.id), [
          formatDate(line.paidOn),
          said(line).filter(Boolean).join(' · '),
          amount(line.moved),
          amount(-line.moved),
          plain(line.balance),
        ]),
      ),
      row(
        'closing',
        [
          days.to ? formatDate(days.to) : '',
          t('screen.ledger.closing'),
          plain(whole.in),
          plain(whole.out),
          plain(whole.closing),
        ],
        true,
      ),
    ],
    tail: null,
    foot: (page, of) => <PaperLine start={formatDate(today())} end={t('screen.ledger.page', { page, of })} />,
  }
}
