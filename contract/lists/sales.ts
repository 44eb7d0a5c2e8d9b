import { choices, withDefault } from '../fields.ts'
import { defineList } from '../list.ts'

/** Where an inquiry or order came from. */
export const source = defineList({
  name: 'source',
  code: 100,
  path: 'source-list',
  seed: ['Website', 'Phone', 'Walk-in', 'Instagram', 'Referral', 'Marketplace'],
})

export const inquiryStatus = defineList({
  name: 'inquiryStatus',
  code: 101,
  path: 'inquiry-status-list',
  colour: 'blue',
  stages: ['new', 'contacted', 'followUp', 'interested', 'converted', 'dead'],
  seed: [
    { label: 'New', stage: 'new', colour: '#7c827c' },
    { label: 'Contacted', stage: 'contacted', colour: '#2b66d9' },
    { label: 'Follow-up', stage: 'followUp', colour: '#a87c00' },
    { label: 'Interested', stage: 'interested', colour: '#0d6673' },
    { label: 'Converted', stage: 'converted', colour: '#1c8548' },
    { label: 'Dead', stage: 'dead', colour: '#8e1b38' },
  ],
})

/** What an inquiry or a product is about. */
export const type = defineList({
  name: 'type',
  code: 102,
  path: 'type-list',
  extra: { for: withDefault(choices(['inquiry', 'product']), ['inquiry', 'product']) },
  seed: ['Product', 'Service', { label: 'Dealership', for: ['inquiry'] }, 'Other'],
})

export const orderStatus = defineList({
  name: 'orderStatus',
  code: 108,
  path: 'order-status-list',
  colour: 'green',
  stages: ['draft', 'confirmed', 'onHold', 'packing', 'dispatched', 'delivered', 'closed', 'cancelled'],
  seed: [
    { label: 'Draft', stage: 'draft', colour: '#7c827c' },
    { label: 'Confirmed', stage: 'confirmed', colour: '#2b66d9' },
    { label: 'On hold', stage: 'onHold', colour: '#a87c00' },
    { label: 'Packing', stage: 'packing', colour: '#0d6673' },
    { label: 'Dispatched', stage: 'dispatched', colour: '#6840bd' },
    { label: 'Delivered', stage: 'delivered', colour: '#1c8548' },
    { label: 'Closed', stage: 'closed', colour: '#535853' },
    { label: 'Cancelled', stage: 'cancelled', colour: '#8e1b38' },
  ],
})

/** Why an inquiry came to nothing. */
export const deadReason = defineList({
  name: 'deadReason',
  code: 121,
  path: 'dead-reason-list',
  seed: ['Price', 'Bought elsewhere', 'No answer', 'Not serviceable', 'Duplicate'],
})
