import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { unitCostsCall, type UnitCost } from '#contract/calls/unit-costs.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { PartProps } from '#src/crud/screens.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { formatMoney, formatDate } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'

/** What a device brought in and what was spent on it, sale by sale and job by job. */
export function CostsTab({ record }: PartProps) {
  const { t } = useTranslation('unit')
  const { answer, loading, error, refresh } = useAsked(unitCostsCall, { unit: record.id })
  if (loading) return <SkeletonRows rows={3} />
  if (error) return <Failed message={error.message} onAgain={() => void refresh()} />
  const entries = answer?.entries ?? []
  if (entries.length === 0) return <EmptyState title={t('screen.costs.none')} text={t('screen.costs.noneText')} />
  const sum = (of: 'asked' | 'borne') => formatMoney(entries.reduce((all, one) => all + one[of], 0))
  return (
    <Card flush title={t('screen.costs.title')}>
      <Table caption={t('screen.costs.title')}>
        <TableHead isStatic>
          <HeadCell>{t('screen.costs.what')}</HeadCell>
          <HeadCell>{t('screen.costs.on')}</HeadCell>
          <HeadCell numeric>{t('screen.costs.asked')}</HeadCell>
          <HeadCell numeric>{t('screen.costs.borne')}</HeadCell>
        </TableHead>
        <TableBody>
          {entries.map(one => (
            <Entry key={`${one.module} ${one.record}`} one={one} />
          ))}
          <Row className="font-semibold">
            <Cell flex>{t('screen.costs.sum')}</Cell>
            <Cell />
            <Cell numeric label={t('screen.costs.asked')}>
              {sum('asked')}
            </Cell>
            <Cell numeric label={t('screen.costs.borne')}>
              {sum('borne')}
            </Cell>
          </Row>
        </TableBody>
      </Table>
    </Card>
  )
}

function Entry({ one: { module, record, title, at, asked, borne } }: { one: UnitCost }) {
  const { t } = useTranslation(['unit', module])
  const to = useRecordPlaces()?.pathTo(module, record)
  const name = title ?? `#${record}`
  return (
    <Row>
      <Cell flex>
        <span className="text-muted">{t(`${module}:titles.details`)} </span>
        {to ? (
          <Link className="link ltr" to={to}>
            {name}
          </Link>
        ) : (
          <span className="ltr">{name}</span>
        )}
      </Cell>
      <Cell label={t('unit:screen.costs.on')}>{formatDate(at)}</Cell>
      <Cell numeric label={t('unit:screen.costs.asked')}>
        {formatMoney(asked)}
      </Cell>
      <Cell numeric label={t('unit:screen.costs.borne')}>
        {borne === 0 ? '—' : formatMoney(borne)}
      </Cell>
    </Row>
  )
}
