import type { Dealer } from '#contract/modules/people/dealer.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailPart } from '#src/crud/detail-part.tsx'
import { DetailTabs } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { StageWhy } from '#src/crud/stage-why.tsx'
import { useThisRecord } from '#src/crud/this-record.tsx'
import { useActor } from '#src/session/actor.ts'
import { mayKnowSales, SalesCards } from './sales-cards.tsx'

/** A dealer: what it owes, what it sells, what it is to sell, and its branches. */
export function DealerDetails({ screens }: ScreenProps) {
  return (
    <RecordPage screens={screens}>
      <DetailHead />
      <DetailTabs overview={<Overview />} />
    </RecordPage>
  )
}

/** Why it is suspended stands above everything. */
const above: readonly (keyof Dealer)[] = ['suspendReason']
/** What the cards say already. */
const inCards: readonly (keyof Dealer)[] = [...above, 'creditLimit', 'creditDays']

function Overview() {
  const { screens, row, seen } = useThisRecord()
  const dealer = seen as unknown as Dealer
  const told = mayKnowSales(useActor())
  const without = !told ? above : dealer.targets.length > 0 ? [...inCards, 'targets'] : inCards
  return (
    <>
      <StageWhy screens={screens} record={seen} />
      {told && (
        <DetailPart>
          <SalesCards dealer={dealer} version={row.version} />
        </DetailPart>
      )}
      <Facts without={without} />
    </>
  )
}
