import { useTranslation } from 'react-i18next'
import type { SheetSays } from '#contract/calls/remittance-sheet.ts'
import { cashOrder } from '#contract/modules/money/cash-order.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { formatMoney } from '#src/lib/format.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import type { Told } from './use-sheet.ts'

const tones: Record<SheetSays, 'success' | 'danger' | 'warning' | 'neutral'> = {
  right: 'success',
  other: 'danger',
  nothing: 'warning',
  lost: 'danger',
  unknown: 'danger',
  noCash: 'warning',
  underWay: 'warning',
  notGiven: 'danger',
  job: 'warning',
  twice: 'warning',
  done: 'neutral',
}

/** The lines of a sheet: which order each belongs to, and what becomes of it. */
export function SheetTable({ lines }: { lines: readonly Told[] }) {
  const { t } = useTranslation('cashOrder')
  const hasCharges = lines.some(({ charges }) => charges > 0)
  return (
    <div className="overflow-x-auto">
      <Table caption={t('screen.sheet.title')}>
        <TableHead isStatic>
          <HeadCell numeric>{t('screen.sheet.line')}</HeadCell>
          <HeadCell>{t('fields.awb')}</HeadCell>
          <HeadCell>{t('fields.order')}</HeadCell>
          <HeadCell numeric>{t('screen.sheet.expected')}</HeadCell>
          <HeadCell numeric>{t('screen.sheet.brought')}</HeadCell>
          {hasCharges && <HeadCell numeric>{t('screen.sheet.charges')}</HeadCell>}
          <HeadCell className="w-full">{t('screen.sheet.says')}</HeadCell>
        </TableHead>
        <TableBody>
          {lines.map(({ at, awb, amount, charges, is, cash, expected, isBooked }) => (
            <Row key={at}>
              <Cell numeric label={t('screen.sheet.line')}>
                {at}
              </Cell>
              <Cell label={t('fields.awb')}>
                <span className="ltr">{awb}</span>
              </Cell>
              <Cell label={t('fields.order')}>{cash === null ? '—' : <RecordLink module={cashOrder} id={cash} />}</Cell>
              <Cell numeric label={t('screen.sheet.expected')}>
                {expected === null ? '—' : formatMoney(expected)}
              </Cell>
              <Cell numeric label={t('screen.sheet.brought')}>
                {formatMoney(amount)}
              </Cell>
              {hasCharges && (
                <Cell numeric label={t('screen.sheet.charges')}>
                  {charges > 0 ? formatMoney(charges) : '—'}
                </Cell>
              )}
              <Cell label={t('screen.sheet.says')}>
                <Badge tone={isBooked ? 'success' : tones[is]}>
                  {t(isBooked ? 'screen.sheet.booked' : `screen.sheet.is.${is}`)}
                </Badge>
                {is === 'other' && expected !== null && (
                  <span className="ms-2 text-20 text-subtle">
                    {t('screen.sheet.difference', { amount: formatMoney(amount - expected) })}
                    {expected - amount === charges && charges > 0 && ` · ${t('screen.sheet.netted')}`}
                  </span>
                )}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
