import { choice, choices, flag, maybe, money, withDefault } from '../fields.ts'
import { defineList } from '../list.ts'

/** What a job can be. The promise clock stands still while a status says so. */
export const maintenanceStatus = defineList({
  name: 'maintenanceStatus',
  code: 115,
  path: 'maintenance-status-list',
  colour: 'orange',
  stages: [
    'logged',
    'pickupBooked',
    'inTransit',
    'received',
    'assigned',
    'diagnosed',
    'estimateSent',
    'approved',
    'declined',
    'inRepair',
    'waitingParts',
    'onHold',
    'repaired',
    'unrepairable',
    'checked',
    'ready',
    'dispatched',
    'handedOver',
    'closed',
    'cancelled',
  ],
  extra: { clockPauses: withDefault(flag(), false) },
  seed: [
    { label: 'Logged', stage: 'logged', colour: '#7c827c' },
    { label: 'Pickup booked', stage: 'pickupBooked', colour: '#2b66d9' },
    { label: 'In transit', stage: 'inTransit', colour: '#2b66d9' },
    { label: 'Received at bench', stage: 'received', colour: '#2b66d9' },
    { label: 'Assigned', stage: 'assigned', colour: '#0d6673' },
    { label: 'Diagnosed', stage: 'diagnosed', colour: '#0d6673' },
    { label: 'Estimate sent', stage: 'estimateSent', colour: '#a87c00', clockPauses: true },
    { label: 'Approved', stage: 'approved', colour: '#1c8548' },
    { label: 'Declined', stage: 'declined', colour: '#8e1b38' },
    { label: 'In repair', stage: 'inRepair', colour: '#d2610c' },
    { label: 'Waiting for part', stage: 'waitingParts', colour: '#a87c00', clockPauses: true },
    { label: 'On hold', stage: 'onHold', colour: '#a87c00', clockPauses: true },
    { label: 'Repaired', stage: 'repaired', colour: '#1c8548' },
    { label: 'Unrepairable', stage: 'unrepairable', colour: '#8e1b38' },
    { label: 'Checked', stage: 'checked', colour: '#1c8548' },
    { label: 'Ready for collection', stage: 'ready', colour: '#1c8548' },
    { label: 'Dispatched', stage: 'dispatched', colour: '#6840bd' },
    { label: 'Handed over', stage: 'handedOver', colour: '#1c8548' },
    { label: 'Closed', stage: 'closed', colour: '#535853' },
    { label: 'Cancelled', stage: 'cancelled', colour: '#8e1b38' },
  ],
})

/** Why goods come back. */
export const returnReason = defineList({
  name: 'returnReason',
  code: 116,
  path: 'return-reason-list',
  extra: { needsPhoto: withDefault(flag(), false), faultOf: maybe(choice(['customer', 'courier', 'us'])) },
  seed: [
    { label: 'Damaged', needsPhoto: true, faultOf: 'courier' },
    { label: 'Wrong item', needsPhoto: true, faultOf: 'us' },
    { label: 'Defective', needsPhoto: true, faultOf: 'us' },
    { label: 'Changed mind', faultOf: 'customer' },
    { label: 'Not delivered', faultOf: 'courier' },
  ],
})

/** The business decision on a return; where the goods are is another list. */
export const salesReturnStatus = defineList({
  name: 'salesReturnStatus',
  code: 117,
  path: 'sales-return-status',
  colour: 'yellow',
  stages: ['requested', 'approved', 'rejected', 'resolved', 'closed'],
  seed: [
    { label: 'Requested', stage: 'requested', colour: '#7c827c' },
    { label: 'Approved', stage: 'approved', colour: '#1c8548' },
    { label: 'Rejected', stage: 'rejected', colour: '#8e1b38' },
    { label: 'Resolved', stage: 'resolved', colour: '#0d6673' },
    { label: 'Closed', stage: 'closed', colour: '#535853' },
  ],
})

/** Where returned goods are. */
export const returnReceivedStatus = defineList({
  name: 'returnReceivedStatus',
  code: 120,
  path: 'return-Received-status',
  colour: 'yellow',
  stages: ['awaited', 'inTransit', 'received', 'short', 'inspected'],
  seed: [
    { label: 'Awaited', stage: 'awaited', colour: '#7c827c' },
    { label: 'In transit', stage: 'inTransit', colour: '#2b66d9' },
    { label: 'Received', stage: 'received', colour: '#0d6673' },
    { label: 'Short', stage: 'short', colour: '#8e1b38' },
    { label: 'Inspected', stage: 'inspected', colour: '#1c8548' },
  ],
})

/** Where the money of a return is. */
export const refundStatus = defineList({
  name: 'refundStatus',
  code: 119,
  path: 'refund-status',
  colour: 'yellow',
  stages: ['notDue', 'due', 'approved', 'paid', 'failed'],
  seed: [
    { label: 'Not due', stage: 'notDue', colour: '#7c827c' },
    { label: 'Due', stage: 'due', colour: '#a87c00' },
    { label: 'Approved', stage: 'approved', colour: '#0d6673' },
    { label: 'Paid', stage: 'paid', colour: '#1c8548' },
    { label: 'Failed', stage: 'failed', colour: '#8e1b38' },
  ],
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
  seed: ['Powers on', 'Body undamaged', 'Accessories complete', { label: 'Hygiene seal', checksFor: ['return'] }],
})
