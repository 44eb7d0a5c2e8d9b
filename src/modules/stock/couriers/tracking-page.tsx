import PackageSearch from 'lucide-react/icons/package-search'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { trackCall } from '#contract/calls/couriers.ts'
import type { AnswerOf } from '#contract/call.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { RecordStage } from '#src/fields/record-stage.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import { useAsked } from '#src/data/use-call.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Events } from '../dispatch/events.tsx'
import { useCourierName } from '../dispatch/use-for-whom.ts'

type Parcel = AnswerOf<typeof trackCall>['parcels'][number]

/** Where the parcels of ours with a courier's number are: the courier is asked when the page opens, and when somebody wants it. */
export function TrackingPage() {
  const { t } = useTranslation('dispatch')
  const { id: awb = '' } = useParams()
  const { answer, error, loading, refresh } = useAsked(trackCall, { awb })
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await refresh()
    setBusy(false)
  }
  return (
    <>
      <PageHead
        title={t('titles.tracking')}
        text={<span className="ltr">{awb}</span>}
        actions={
          <Button icon={RefreshCw} loading={busy} onClick={() => void again()}>
            {t('screen.courier.askNow')}
          </Button>
        }
      />
      {error && <Failed message={error.message} onAgain={() => void again()} />}
      {loading && <SkeletonRows rows={5} />}
      {answer?.parcels.length === 0 && (
        <EmptyState icon={PackageSearch} title={t('screen.courier.noParcel')} text={t('screen.courier.noParcelText')} />
      )}
      <div className="grid max-w-form gap-4">
        {answer?.parcels.map(parcel => (
          <TrackedParcel key={parcel.dispatch} parcel={parcel} />
        ))}
      </div>
    </>
  )
}

function TrackedParcel({ parcel }: { parcel: Parcel }) {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  const courier = useCourierName(parcel.courier)
  const events = parcel.events as Dispatch['events']
  return (
    <Card
      title={[parcel.number, courier].filter(Boolean).join(' · ')}
      aside={
        <span data-mark="green" className="text-30">
          <RecordStage module={dispatch} stage={parcel.stage} words={words} />
        </span>
      }
    >
      {parcel.said !== 'yes' && (
        <Banner tone="neutral" className="mb-4">
          {parcel.said === 'byHand' ? t('screen.courier.byHand') : parcel.reason}
        </Banner>
      )}
      <Events row={{ events }} />
      <div className="mt-4">
        <ButtonLink to={`/dispatch/dispatch-details/${parcel.dispatch}`}>{t('titles.details')}</ButtonLink>
      </div>
    </Card>
  )
}
