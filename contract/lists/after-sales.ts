import { choice, choices, flag, maybe, money, withDefault } from '../fields.ts'
import { defineList } from '../list.ts'
import { maintenanceStages } from './maintenance-stages.ts'

/** What a job can be. The promise clock stands still while a status says so. */
export const maintenanceStatus = defineList({
  name: 'maintenanceStatus',
  code: 115,
  path: 'maintenance-status-list',
  colour: 'orange',
  stages: maintenanceStages,
  extra: { clockPauses: withDefault(flag(), false) },
})

/** Why goods come back. */
export const returnReason = defineList({
  name: 'returnReason',
  code: 116,
  path: 'return-reason-list',
  extra: { needsPhoto: withDefault(flag(), false), faultOf: maybe(choice(['customer', 'courier', 'us'])) },
})

/** The business decision on a return; where the goods are is another list. */
export const salesReturnStatus = defineList({
  name: 'salesReturnStatus',
  code: 117,
  path: 'sales-return-status',
  colour: 'yellow',
  stages: ['requested', 'approved', 'rejected', 'resolved', 'closed'],
})

/** Where returned goods are. */
export const returnReceivedStatus = defineList({
  name: 'returnReceivedStatus',
  code: 120,
  path: 'return-Received-status',
  colour: 'yellow',
  stages: ['awaited', 'inTransit', 'received', 'short', 'inspected'],
})

/** Where the money of a return is. */
export const refundStatus = defineList({
  name: 'refundStatus',
  code: 119,
  path: 'refund-status',
  colour: 'yellow',
  stages: ['notDue', 'due', 'approved', 'paid', 'failed'],
})

/** What is looked at when a used device comes in, and what a failed check takes off its price. */
export const itemQualityCheck = defineList({
  name: 'itemQualityCheck',
  code: 123,
  path: 'item-quality-check-list',
  extra: {
    checksFor: withDefault(choices(['return', 'buyback', 'maintenance']), ['return', 'buyback', 'maintenance']),
    deduction: maybe(money()),
  },
})
