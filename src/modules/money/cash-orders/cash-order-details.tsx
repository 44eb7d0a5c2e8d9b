import type { CashOrder } from '#contract/modules/money/cash-order.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailTabs } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'

/** What the panel says already. */
const inPanel: readonly (keyof CashOrder)[] = [
  'order',
  'name',
  'phone',
  'paymentMode',
  'courier',
  'awb',
  'expected',
  'collected',
  'remitted',
  'city',
  'toCollect',
  'toRemit',
  'collectedOn',
]

/** What a courier or a customer is to bring for an order, and what came. */
export function CashOrderDetails({ screens, id }: Pick<ScreenProps, 'screens'> & { id: number }) {
  return (
    <RecordPage screens={screens} id={id}>
      <DetailHead />
      <DetailTabs overview={<Facts without={inPanel} />} />
    </RecordPage>
  )
}
