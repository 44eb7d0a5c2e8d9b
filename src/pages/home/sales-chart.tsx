import ChartColumn from 'lucide-react/icons/chart-column'
import Download from 'lucide-react/icons/download'
import TableIcon from 'lucide-react/icons/table'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { BOM, csvLine } from '#contract/csv.ts'
import { order } from '#contract/modules/sales/order.ts'
import { usual, writeState } from '#src/crud/list/address.ts'
import { NotLoaded } from '#src/parts/not-loaded.tsx'
import { pathTo } from '#src/crud/screens.ts'
import { useGroupCounts } from '#src/data/use-group-counts.ts'
import { serverNow } from '#src/lib/clock.ts'
import { formatDay, formatNumber, today } from '#src/lib/format.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { screens } from '#src/modules/index.ts'
import { Card } from '#src/ui/card.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'

const DAYS = 14
const DAY = 86_400_000

const filterOf = (days: readonly string[]) => ({ orderDate: days })

type Bar = {
  day: string
  /** Undefined while it is asked for. */
  count: number | undefined
  /** There may be more than that: counting stopped, or only this device was asked. */
  more: boolean
  to: string
}

/** Orders of each of the last fourteen days, as a chart or a table; each day leads to its rows. */
export function SalesChart() {
  const { t } = useTranslation('home')
  const [asTable, setAsTable] = useState(false)
  const days = Array.from({ length: DAYS }, (_, at) => today(new Date(serverNow() - (DAYS - 1 - at) * DAY)))
  const { counts, partial, error, again } = useGroupCounts(order, 'orderDate', { filter: filterOf(days) })
  const list = pathTo(screens.order, 'list') ?? '/'
  const bars = days.map(day => {
    const { count = 0, more = partial } = counts?.get(day) ?? {}
    const to = `${list}${writeState({ ...usual, view: 'all', filter: filterOf([day]) })}`
    return { day, count: counts && count, more, to }
  })
  const isWhole = counts && !bars.some(({ more }) => more)
  const mean = isWhole ? bars.reduce((all, { count = 0 }) => all + count, 0) / DAYS : undefined
  const save = () => {
    const rows = bars.map(({ day, count, more }) => [day, `${count}${more ? '+' : ''}`])
    const text = [[t('home:sales.day'), t(partial ? 'home:sales.partial' : 'home:sales.count')], ...rows].map(csvLine)
    saveFile(new Blob([BOM, ...text], { type: 'text/csv;charset=utf-8' }), 'orders-per-day.csv')
  }
  return (
    <Card
      title={t('home:sales.title')}
      aside={
        <>
          {mean !== undefined && (
            <span className="text-30 text-muted">{t('home:sales.mean', { count: formatNumber(mean, 1) })}</span>
          )}
          <IconButton
            size="sm"
            icon={asTable ? ChartColumn : TableIcon}
            label={t(asTable ? 'home:sales.asChart' : 'home:sales.asTable')}
            onClick={() => setAsTable(!asTable)}
          />
          <IconButton size="sm" icon={Download} label={t('home:sales.save')} disabled={!counts} onClick={save} />
        </>
      }
      footer={partial && t('home:sales.partial')}
    >
      {error && <NotLoaded message={error.message} onAgain={again} />}
      {!error && (asTable ? <DayTable bars={bars} /> : <DayChart bars={bars} mean={mean} />)}
    </Card>
  )
}

const shown = ({ count, more }: Bar, t: (key: 'home:sales.more', said: { shown: string }) => string) =>
  count === undefined ? '…' : more ? t('home:sales.more', { shown: formatNumber(count) }) : formatNumber(count)

function DayTable({ bars }: { bars: readonly Bar[] }) {
  const { t } = useTranslation('home')
  return (
    <Table caption={t('home:sales.title')} density="compact" cards={false}>
      <TableHead isStatic>
        <HeadCell>{t('home:sales.day')}</HeadCell>
        <HeadCell numeric>{t('home:sales.count')}</HeadCell>
      </TableHead>
      <TableBody>
        {bars.toReversed().map(bar => (
          <Row key={bar.day}>
            <Cell label={t('home:sales.day')}>
              <Link className="link" to={bar.to}>
                {formatDay(bar.day)}
              </Link>
            </Cell>
            <Cell numeric label={t('home:sales.count')}>
              {shown(bar, t)}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

function DayChart({ bars, mean }: { bars: readonly Bar[]; mean: number | undefined }) {
  const { t } = useTranslation('home')
  const most = Math.max(1, ...bars.map(({ count = 0 }) => count))
  return (
    <ol className="relative flex h-40 items-stretch gap-1.5 pt-5">
      {mean !== undefined && (
        <li
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 border-t border-dashed"
          style={{ bottom: `calc(1.5rem + (100% - 2.75rem) * ${mean / most})` }}
        />
      )}
      {bars.map((bar, at) => {
        const { day, count, to } = bar
        const said =
          count === undefined ? t('home:figures.loading') : t('home:sales.orders', { count, shown: shown(bar, t) })
        const label = `${formatDay(day)}: ${said}`
        return (
          <li key={day} className="min-w-0 flex-1">
            <Link
              to={to}
              aria-label={label}
              title={label}
              className="group flex h-full flex-col justify-end gap-1 rounded-2"
            >
              <span aria-hidden="true" className="relative min-h-0 flex-1">
                <span
                  className={`absolute inset-x-0 bottom-0 rounded-t-2 transition-colors motion-1 group-hover:bg-primary ${at === bars.length - 1 ? 'bg-primary' : 'bg-primary/45'}`}
                  style={{ height: `${((count ?? 0) / most) * 100}%` }}
                />
              </span>
              <span aria-hidden="true" className="h-5 border-t pt-0.5 text-center text-20 text-muted">
                {Number(day.slice(8))}
              </span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
