import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailTabs } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { StageBar } from '#src/crud/stage-bar.tsx'

/** What the panel says already. */
const inPanel: readonly (keyof Dispatch)[] = [
  'order',
  'maintenance',
  'items',
  'courier',
  'service',
  'awb',
  'codAmount',
  'events',
  'pieces',
  'handedOverAt',
  'deliveredAt',
  'returnedAt',
  'receivedBy',
  'lostReason',
]

/** A parcel: how far it is stands across its page. */
export function DispatchDetails({ screens }: ScreenProps) {
  return (
    <RecordPage screens={screens}>
      <DetailHead />
      <StageBar />
      <DetailTabs overview={<Facts without={inPanel} />} />
    </RecordPage>
  )
}
