import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailTabs, Tab } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

const PapersTab = piece(() => import('./papers/papers-tab.tsx').then(it => it.PapersTab))

/** What the panel says already. */
const inPanel: readonly (keyof Maintenance)[] = [
  'phone',
  'unit',
  'product',
  'serial',
  'cover',
  'problems',
  'parts',
  'labour',
  'charges',
  'promisedAt',
  'repeats',
  'overTaken',
  'mailingTo',
  'mailedTo',
  'mailedAt',
  'mailTrouble',
]

/** A job, with its papers. */
export function JobDetails({ screens }: ScreenProps) {
  return (
    <RecordPage screens={screens}>
      <DetailHead />
      <DetailTabs overview={<Facts without={inPanel} />}>
        <Tab value="papers" titleKey="maintenance:screen.papers.title" of={PapersTab} />
      </DetailTabs>
    </RecordPage>
  )
}
