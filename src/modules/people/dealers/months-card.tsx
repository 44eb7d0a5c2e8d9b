import ChartColumn from 'lucide-react/icons/chart-column'
import TableIcon from 'lucide-react/icons/table'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatMonth, formatShortMonth, today } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { lastMonths } from './periods.ts'
import type { Known } from './use-sales.ts'

/** `value` is undefined while it is on its way. */
type Month = { month: string; value?: number }

const firstOf = (month: string) => `${month}-01`

/** What the branches of a dealer ordered, month by month, as a chart or a table. */
export function MonthsCard({ known: { sales, state } }: { known: Known }) {
  const { t } = useTranslation('dealer')
  const [asTable, setAsTable] = useState(false)
  const months: readonly Month[] = sales?.months ?? lastMonths(today()).map(month => ({ month }))
  const sum = sales?.months.reduce((all, { value }) => all + value, 0)
  return (
    <Card
      title={t('screen.months.title')}
      aside={
        <>
          {sum !== undefined && sum > 0 && (
            <span className="text-30 whitespace-nowrap text-muted">
              {t('screen.months.sum', { sum: formatMoney(sum) })}
            </span>
          )}
          <IconButton
            size="sm"
            icon={asTable ? ChartColumn : TableIcon}
            label={t(asTable ? 'screen.months.asChart' : 'screen.months.asTable')}
            disabled={!sum}
            onClick={() => setAsTable(!asTable)}
          />
        </>
      }
    >
      {state === 'away' || sum === 0 ? (
        <p className="grid h-40 place-items-center text-center text-muted">
          {t(sum === 0 ? 'screen.months.none' : 'screen.months.away')}
        </p>
      ) : asTable ? (
        <MonthTable months={months} />
      ) : (
        <MonthChart months={months} />
      )}
    </Card>
  )
}

const shown = ({ value }: Month) => (value === undefined ? '…' : formatMoney(value))

function MonthTable({ months }: { months: readonly Month[] }) {
  const { t } = useTranslation('dealer')
  return (
    <Table caption={t('screen.months.title')} density="compact" cards={false}>
      <TableHead isStatic>
        <HeadCell>{t('screen.months.month')}</HeadCell>
        <HeadCell numeric>{t('screen.months.value')}</HeadCell>
      </TableHead>
      <TableBody>
        {months.toReversed().map(one => (
          <Row key={one.month}>
            <Cell label={t('screen.months.month')}>{formatMonth(firstOf(one.month))}</Cell>
            <Cell numeric label={t('screen.months.value')}>
              {shown(one)}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

/** A list that is read out month by month; its bars are for the eye. Where there is little room, every other month has its name. */
function MonthChart({ months }: { months: readonly Month[] }) {
  const most = Math.max(1, ...months.map(({ value = 0 }) => value))
  return (
    <ol className="flex h-40 items-stretch pt-2">
      {months.map((one, at) => {
        const label = `${formatMonth(firstOf(one.month))}: ${shown(one)}`
        const isNow = at === months.length - 1
        return (
          <li key={one.month} title={label} className="group flex min-w-0 flex-1 flex-col">
            <span className="sr-only">{label}</span>
            <span aria-hidden="true" className="relative min-h-0 flex-1">
              <span
                data-solid=""
                className={`absolute inset-x-0.75 bottom-0 rounded-t-2 transition-colors motion-1 group-hover:bg-primary ${isNow ? 'bg-primary' : 'bg-primary/45'}`}
                style={{ height: heightOf(one.value ?? 0, most) }}
              />
            </span>
            <span aria-hidden="true" className="flex h-5 justify-center border-t pt-0.5 text-20 text-muted">
              <span className="whitespace-nowrap max-sm:group-odd:invisible">
                {formatShortMonth(firstOf(one.month))}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** However little it is beside the others, it can be seen. */
const heightOf = (value: number, most: number) => (value > 0 ? `max(2px, ${(value / most) * 100}%)` : '0')
