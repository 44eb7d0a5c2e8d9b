import { maybe, quantity, url } from '../fields.ts'
import { defineList } from '../list.ts'

export const dealerType = defineList({
  name: 'dealerType',
  code: 125,
  path: 'dealer-type-list',
})

export const storeType = defineList({
  name: 'storeType',
  code: 126,
  path: 'store-type-list',
})

export const infStatus = defineList({
  name: 'infStatus',
  code: 129,
  path: 'inf-status-list',
  stages: [
    'prospect',
    'contacted',
    'negotiating',
    'agreed',
    'productSent',
    'contentDue',
    'live',
    'settled',
    'dormant',
    'declined',
    'blocked',
  ],
})

/** What an influencer is good for. */
export const infFeature = defineList({
  name: 'infFeature',
  code: 130,
  path: 'inf-feature-list',
})

/** What an influencer owes us, and how many days they usually have for it. */
export const deliverable = defineList({
  name: 'deliverable',
  code: 128,
  path: 'deliverable-list',
  extra: { defaultDays: maybe(quantity({ max: 365 })) },
})

/** `{handle}` in the address stands for the account's name. */
export const socialMediaType = defineList({
  name: 'socialMediaType',
  code: 124,
  path: 'social-media-type-list',
  extra: { profileUrl: maybe(url()) },
})
