import { useTranslation } from 'react-i18next'
import { isBooked, type Difference } from '#contract/modules/stock/count-compare.ts'
import { countEntry } from '#contract/modules/stock/count-entry.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatMoney, formatNumber } from '#src/lib/format.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { CountedName } from './counted-name.tsx'
import { useReasonWords } from './reason-words.ts'

export type Shown = Difference & { worth: number | null }

/** What is booked with the approval first, then what people see to. */
const inOrder = (rows: readonly Shown[]) => rows.toSorted((a, b) => Number(isBooked(b)) - Number(isBooked(a)))

export function DifferenceTable({ rows, isDone = false }: { rows: readonly Shown[]; isDone?: boolean }) {
  const { t } = useTranslation('stockCount')
  const words = useWords(countEntry)
  const reasonWords = useReasonWords(isDone)
  const worth = rows.filter(isBooked).reduce((sum, row) => sum + (row.worth ?? 0), 0)
  return (
    <Table caption={t('screen.differences.title')}>
      <TableHead isStatic>
        <HeadCell className="w-full">{t('screen.differences.what')}</HeadCell>
        <HeadCell numeric>{words.field('expected')}</HeadCell>
        <HeadCell numeric>{words.field('counted')}</HeadCell>
        <HeadCell numeric>{words.field('worth')}</HeadCell>
      </TableHead>
      <TableBody>
        {inOrder(rows).map(row => (
          <Row key={`${row.reason} ${row.unit} ${row.part} ${row.product} ${row.colour} ${row.text}`}>
            <Cell wrap>
              <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5">
                <span className="flex flex-wrap items-center gap-2">
                  <span className="font-medium">
                    <CountedName of={row} />
                  </span>
                  <Badge tone={isBooked(row) ? 'warning' : 'danger'} className="whitespace-normal">
                    {words.option('reason', row.reason)}
                  </Badge>
                </span>
                {row.unit !== null && (
                  <span className="ltr text-30 wrap-anywhere">
                    <RecordLink module={unit} id={row.unit} />
                  </span>
                )}
                <span className="text-30 text-muted">{reasonWords(row)}</span>
              </span>
            </Cell>
            <Cell numeric label={words.field('expected')}>
              {formatNumber(row.expected)}
            </Cell>
            <Cell numeric label={words.field('counted')}>
              {formatNumber(row.counted)}
            </Cell>
            <Cell numeric label={words.field('worth')}>
              {row.worth === null ? '—' : formatMoney(row.worth)}
            </Cell>
          </Row>
        ))}
        <Row>
          <Cell>
            <b>{t('screen.differences.sum')}</b>
          </Cell>
          <Cell>{null}</Cell>
          <Cell>{null}</Cell>
          <Cell numeric label={words.field('worth')}>
            <b className={worth < 0 ? 'text-danger-text' : ''}>{formatMoney(worth)}</b>
          </Cell>
        </Row>
      </TableBody>
    </Table>
  )
}
