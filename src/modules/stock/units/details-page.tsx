import type { Unit } from '#contract/modules/stock/unit.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailTabs, Tab } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

const LifeTab = piece(() => import('./life-tab.tsx').then(it => it.LifeTab))
const CostsTab = piece(() => import('./costs-tab.tsx').then(it => it.CostsTab))

/** What the panel says already. */
const inPanel: readonly (keyof Unit)[] = ['product', 'customer', 'holder', 'deliveredAt', 'replaces', 'replacedBy']

/** A device: its passport, all that happened to it, and what it cost. */
export function UnitDetails({ screens }: ScreenProps) {
  return (
    <RecordPage screens={screens}>
      <DetailHead />
      <DetailTabs overview={<Facts without={inPanel} />}>
        <Tab value="life" titleKey="unit:screen.tabs.life" of={LifeTab} />
        <Tab value="costs" titleKey="unit:screen.tabs.costs" of={CostsTab} />
      </DetailTabs>
    </RecordPage>
  )
}
