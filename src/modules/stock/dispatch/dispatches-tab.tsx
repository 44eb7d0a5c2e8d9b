import PackagePlus from 'lucide-react/icons/package-plus'
import Printer from 'lucide-react/icons/printer'
import ScanLine from 'lucide-react/icons/scan-line'
import { useTranslation } from 'react-i18next'
import type { Purpose } from '#contract/modules/stock/dispatch-for.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { isOver } from '#contract/modules/stock/dispatch-fits.ts'
import { stillHere } from '#contract/modules/stock/dispatch-left.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import { MoreButton, MoreRows } from '#src/record/more-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import { RecordStage } from '#src/fields/record-stage.tsx'
import type { RecordTabProps } from '#src/crud/screens.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime, formatNumber } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { DispatchFacts } from './dispatch-facts.tsx'
import { kinds, labelPath, packPath } from './for/kinds.ts'
import { packForRecord } from './for/pack-for-record.ts'
import { ItemName } from './item-name.tsx'

/** What leaves for a record, or has left: each parcel, where it is, and the way to pack it. */
export function DispatchesTab({ module, record, field }: RecordTabProps) {
  const { t } = useTranslation(['dispatch', 'crud'])
  const found = useRowsOf(dispatch, { filter: { [field]: [record.id] }, sort: 'createdAt' }, record.version)
  const mayOpen = useCan(module, 'dispatch')
  const mayDispatch = useCan(dispatch, 'dispatch')
  if (found.loading) return <SkeletonRows rows={3} />
  if (found.error) return <Failed message={found.error.message} onAgain={found.again} />
  const name = field as Purpose
  const hasMore = mayOpen && packForRecord[name](record).left(found.rows).length > 0
  const more = hasMore && (
    <ButtonLink size="sm" icon={PackagePlus} to={`${kinds[name].pack(record.id)}?new`}>
      {t(found.rows.length > 0 ? 'screen.another' : 'screen.packIt')}
    </ButtonLink>
  )
  if (found.rows.length === 0)
    return (
      <Card>
        <EmptyState level={3} className="min-h-0!" title={t(`screen.none.${name}`)} action={more} />
      </Card>
    )
  return (
    <div className="grid max-w-form gap-4">
      {more && <p className="flex justify-end">{more}</p>}
      {found.rows.map(row => (
        <Parcel key={row.id} row={row} mayPack={mayOpen && mayDispatch} />
      ))}
      <MoreRows found={found}>
        <p className="text-center">
          <MoreButton found={found} />
        </p>
      </MoreRows>
    </div>
  )
}

const labelled: readonly string[] = ['checked', 'labelled', 'handedOver']

function Parcel({ row, mayPack }: { row: Dispatch; mayPack: boolean }) {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  const pack = mayPack && !isOver(row) ? packPath(row) : null
  const canPrint = mayPack && labelled.includes(row.stage)
  return (
    <Card
      aria-label={row.number ?? words.noun}
      title={<RecordLink module={dispatch} id={row.id} />}
      aside={
        <>
          <span className="text-20 text-subtle max-sm:hidden">{formatDateTime(row.createdAt)}</span>
          <span data-mark="green" className="text-30">
            <RecordStage module={dispatch} stage={row.stage} words={words} />
          </span>
        </>
      }
      footer={
        (pack !== null || canPrint) && (
          <span className="ms-auto flex flex-wrap justify-end gap-2">
            {canPrint && (
              <ButtonLink size="sm" icon={Printer} to={labelPath(row)}>
                {t('screen.label')}
              </ButtonLink>
            )}
            {pack !== null && (
              <ButtonLink size="sm" icon={ScanLine} variant="primary" to={pack}>
                {t(stillHere.includes(row.stage) ? 'screen.packIt' : 'screen.follow')}
              </ButtonLink>
            )}
          </span>
        )
      }
    >
      <ul className="mb-3 grid gap-1">
        {row.items.map(item => (
          <li key={item.id} className="flex gap-2 font-medium">
            <span className="text-muted tabular-nums">{formatNumber(item.qty)} ×</span>
            <span className="min-w-0">
              <ItemName item={item} />
            </span>
          </li>
        ))}
      </ul>
      <DispatchFacts row={row} />
    </Card>
  )
}
