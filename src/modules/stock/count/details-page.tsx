import type { StockCount } from '#contract/modules/stock/stock-count.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailTabs } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'

/** What the panel says already. */
const inPanel: readonly (keyof StockCount)[] = ['differences', 'worth']

/** A count, with how it differs from what is booked above the rest. */
export function CountDetails({ screens }: ScreenProps) {
  return (
    <RecordPage screens={screens}>
      <DetailHead />
      <DetailTabs overview={<Facts without={inPanel} />} />
    </RecordPage>
  )
}
