import { choices, withDefault } from '../fields.ts'
import { defineList } from '../list.ts'

/** Where an inquiry or order came from. */
export const source = defineList({
  name: 'source',
  code: 100,
  path: 'source-list',
})

export const inquiryStatus = defineList({
  name: 'inquiryStatus',
  code: 101,
  path: 'inquiry-status-list',
  colour: 'blue',
  stages: ['new', 'contacted', 'followUp', 'interested', 'converted', 'dead'],
})

/** What an inquiry or a product is about. */
export const type = defineList({
  name: 'type',
  code: 102,
  path: 'type-list',
  extra: { for: withDefault(choices(['inquiry', 'product']), ['inquiry', 'product']) },
})

export const orderStatus = defineList({
  name: 'orderStatus',
  code: 108,
  path: 'order-status-list',
  colour: 'green',
  stages: ['draft', 'confirmed', 'onHold', 'packing', 'dispatched', 'delivered', 'closed', 'cancelled'],
})

/** Why an inquiry came to nothing. */
export const deadReason = defineList({
  name: 'deadReason',
  code: 121,
  path: 'dead-reason-list',
})
