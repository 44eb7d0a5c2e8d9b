import type { Order } from '#contract/modules/sales/order.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailTabs } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { StageBar } from '#src/crud/stage-bar.tsx'

/** What the panel says already. */
const inPanel: readonly (keyof Order)[] = [
  'phone',
  'name',
  'customer',
  'inquiry',
  'altPhone',
  'email',
  'address',
  'pincode',
  'area',
  'city',
  'state',
  'country',
  'taxId',
  'billing',
  'lines',
  'shippingFee',
  'codFee',
  'discount',
  'taxIncluded',
  'promisedDate',
  'paymentMode',
  'items',
  'taxable',
  'tax',
  'roundOff',
  'total',
  'paid',
  'balance',
  'missing',
  'belowFloor',
  'holdReason',
  'heldFrom',
]

/** An order: how far it is stands across its page. */
export function OrderDetails({ screens }: ScreenProps) {
  return (
    <RecordPage screens={screens}>
      <DetailHead />
      <StageBar />
      <DetailTabs overview={<Facts without={inPanel} />} />
    </RecordPage>
  )
}
