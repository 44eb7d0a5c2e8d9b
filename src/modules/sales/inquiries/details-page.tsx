import type { Inquiry, inquiry } from '#contract/modules/sales/inquiry.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailTabs } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { StageBar } from '#src/crud/stage-bar.tsx'

/** What the panel says already. */
const inPanel: readonly (keyof Inquiry)[] = [
  'phone',
  'altPhone',
  'email',
  'address',
  'city',
  'pincode',
  'customer',
  'contactLog',
]

/** An inquiry: what comes of a call is written down with one key. */
export function InquiryDetails({ screens }: ScreenProps) {
  return (
    <RecordPage screens={screens}>
      <DetailHead<typeof inquiry> outcomes={['noAnswer', 'callBack', 'interest', 'giveUp']} />
      <StageBar />
      <DetailTabs overview={<Facts without={inPanel} />} />
    </RecordPage>
  )
}
