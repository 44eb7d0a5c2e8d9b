import { maybe, number, url } from '../fields.ts'
import { defineList } from '../list.ts'

export const dealerType = defineList({
  name: 'dealerType',
  code: 125,
  path: 'dealer-type-list',
  seed: ['Distributor', 'Retailer', 'Salon chain', 'Online seller'],
})

export const storeType = defineList({
  name: 'storeType',
  code: 126,
  path: 'store-type-list',
  seed: ['Own showroom', 'Shop in shop', 'Kiosk', 'Warehouse', 'Service point'],
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
  seed: [
    { label: 'Prospect', stage: 'prospect', colour: '#7c827c' },
    { label: 'Contacted', stage: 'contacted', colour: '#2b66d9' },
    { label: 'Negotiating', stage: 'negotiating', colour: '#a87c00' },
    { label: 'Agreed', stage: 'agreed', colour: '#0d6673' },
    { label: 'Product sent', stage: 'productSent', colour: '#6840bd' },
    { label: 'Content due', stage: 'contentDue', colour: '#d2610c' },
    { label: 'Live', stage: 'live', colour: '#1c8548' },
    { label: 'Settled', stage: 'settled', colour: '#1c8548' },
    { label: 'Dormant', stage: 'dormant', colour: '#535853' },
    { label: 'Declined', stage: 'declined', colour: '#8e1b38' },
    { label: 'Blocked', stage: 'blocked', colour: '#8e1b38' },
  ],
})

/** What an influencer is good for. */
export const infFeature = defineList({
  name: 'infFeature',
  code: 130,
  path: 'inf-feature-list',
  seed: ['Unboxing', 'Tutorial', 'Review', 'Live session', 'Regional language'],
})

/** What an influencer owes us, and how many days they usually have for it. */
export const deliverable = defineList({
  name: 'deliverable',
  code: 128,
  path: 'deliverable-list',
  extra: { defaultDays: maybe(number({ min: 0, max: 365 })) },
  seed: [
    { label: 'Reel', defaultDays: 10 },
    { label: 'Story', defaultDays: 5 },
    { label: 'Post', defaultDays: 7 },
    { label: 'Long video', defaultDays: 21 },
  ],
})

/** `{handle}` in the address stands for the account's name. */
export const socialMediaType = defineList({
  name: 'socialMediaType',
  code: 124,
  path: 'social-media-type-list',
  extra: { profileUrl: maybe(url()) },
  seed: [
    { label: 'Instagram', profileUrl: 'https://www.instagram.com/{handle}' },
    { label: 'YouTube', profileUrl: 'https://www.youtube.com/@{handle}' },
    { label: 'Facebook', profileUrl: 'https://www.facebook.com/{handle}' },
    { label: 'X', profileUrl: 'https://x.com/{handle}' },
  ],
})
