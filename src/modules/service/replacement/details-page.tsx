import type { Replacement } from '#contract/modules/service/replacement.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailTabs } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'

/** What the panel says already. */
const inPanel: readonly (keyof Replacement)[] = [
  'oldUnit',
  'newUnit',
  'product',
  'oldDueOn',
  'oldBackAt',
  'warranty',
  'oldWarrantyEnd',
  'writtenOffAt',
]

/** A replacement, with both devices above the rest. */
export function ReplacementDetails({ screens }: ScreenProps) {
  return (
    <RecordPage screens={screens}>
      <DetailHead />
      <DetailTabs overview={<Facts without={inPanel} />} />
    </RecordPage>
  )
}
