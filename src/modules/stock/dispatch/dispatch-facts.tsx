import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime, formatMoney, formatNumber } from '#src/lib/format.ts'
import { piecesOf } from './pack/scan.ts'
import { useCourierName } from './use-for-whom.ts'
import { useTracking } from './use-tracking.ts'

/** What one asks of a parcel first: who has it, under which number, since when. */
export function DispatchFacts({ row }: { row: Dispatch }) {
  const { t } = useTranslation('dispatch')
  const courier = useCourierName(row.courier)
  const tracking = useTracking(row)
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 text-30">
      <Fact name="pieces">{formatNumber(row.pieces ?? piecesOf(row.items))}</Fact>
      {row.parcels.length > 1 && <Fact name="parcels">{formatNumber(row.parcels.length)}</Fact>}
      {(courier ?? row.service) && <Fact name="courier">{[courier, row.service].filter(Boolean).join(', ')}</Fact>}
      {row.awb && (
        <Fact name="awb">
          {tracking ? (
            <a className="link ltr" href={tracking} target="_blank" rel="noreferrer" title={t('screen.track')}>
              {row.awb}
            </a>
          ) : (
            <span className="ltr">{row.awb}</span>
          )}
        </Fact>
      )}
      {(row.codAmount ?? 0) > 0 && <Fact name="codAmount">{formatMoney(row.codAmount ?? 0)}</Fact>}
      {row.handedOverAt && <Fact name="handedOverAt">{formatDateTime(row.handedOverAt)}</Fact>}
      {row.deliveredAt && <Fact name="deliveredAt">{formatDateTime(row.deliveredAt)}</Fact>}
      {row.receivedBy && <Fact name="receivedBy">{row.receivedBy}</Fact>}
      {row.returnedAt && <Fact name="returnedAt">{formatDateTime(row.returnedAt)}</Fact>}
      {row.lostReason && <Fact name="lostReason">{row.lostReason}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  const words = useWords(dispatch)
  return (
    <div className="min-w-0">
      <dt className="text-muted">{words.field(name)}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
