import type { MaintenanceInvoice } from '#contract/modules/money/maintenance-invoice.ts'
import type { OrderInvoice } from '#contract/modules/money/order-invoice.ts'
import { Facts } from '#src/crud/detail-facts.tsx'
import { DetailHead } from '#src/crud/detail-head.tsx'
import { DetailTabs } from '#src/crud/detail-tabs.tsx'
import { RecordPage } from '#src/crud/record-page.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'

/** What the panel says already. */
const inPanel: readonly (keyof (OrderInvoice & MaintenanceInvoice))[] = [
  'kind',
  'against',
  'lines',
  'date',
  'dueDate',
  'reason',
  'note',
  'customer',
  'name',
  'phone',
  'taxId',
  'address',
  'shipTo',
  'pincode',
  'city',
  'state',
  'country',
  'taxIncluded',
  'interState',
  'evened',
  'taxable',
  'tax',
  'roundOff',
  'total',
  'credited',
  'paid',
  'outstanding',
  'voidReason',
  'sellerName',
  'sellerAddress',
  'sellerTaxId',
  'sellerPhone',
  'billPlace',
  'supplyTo',
  'mailingTo',
  'mailedTo',
  'mailedAt',
  'mailTrouble',
  'order',
  'discount',
  'fees',
  'feeRate',
  'maintenance',
  'device',
  'serial',
  'estimate',
]

/** An invoice, whatever it is of: its paper says nearly all. */
export function InvoiceDetails({ screens }: ScreenProps) {
  return (
    <RecordPage screens={screens}>
      <DetailHead />
      <DetailTabs overview={<Facts without={inPanel} />} />
    </RecordPage>
  )
}
