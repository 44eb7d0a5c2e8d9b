import type { Customer } from '#contract/modules/people/customer.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailTabs, Tab } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

const TimelineTab = piece(() => import('./timeline-tab.tsx').then(it => it.TimelineTab))

/** What the panel says already. */
const inPanel: readonly (keyof Customer)[] = [
  'phones',
  'emails',
  'addresses',
  'city',
  'risk',
  'riskReason',
  'mergedInto',
]

/** A customer, with all that happened to them and their devices. */
export function CustomerDetails({ screens }: ScreenProps) {
  return (
    <RecordPage screens={screens}>
      <DetailHead />
      <DetailTabs overview={<Facts without={inPanel} />}>
        <Tab value="timeline" titleKey="customer:screen.tabs.timeline" of={TimelineTab} />
      </DetailTabs>
    </RecordPage>
  )
}
