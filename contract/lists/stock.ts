import { flag, maybe, number, url, withDefault } from '../fields.ts'
import { defineList } from '../list.ts'

export const category = defineList({
  name: 'category',
  code: 109,
  path: 'category-list',
  parent: { name: 'category' },
  seed: ['Massagers', 'Hair care', 'Oral care', 'Skin care'],
})

/** The colours that products come in; the item's own colour is the swatch. */
export const color = defineList({
  name: 'color',
  code: 110,
  path: 'color-list',
  seed: [
    { label: 'Black', colour: '#1d2220' },
    { label: 'White', colour: '#f6f6f3' },
    { label: 'Grey', colour: '#8b908b' },
    { label: 'Silver', colour: '#cccdc6' },
    { label: 'Blue', colour: '#2b66d9' },
    { label: 'Navy', colour: '#1b2a52' },
    { label: 'Green', colour: '#1c8548' },
    { label: 'Pink', colour: '#e58aa8' },
    { label: 'Red', colour: '#b3261a' },
    { label: 'Rose gold', colour: '#c99383' },
    { label: 'Purple', colour: '#6840bd' },
    { label: 'Teal', colour: '#0d6673' },
  ],
})

/** Who carries parcels. `{awb}` in the tracking address stands for the parcel's number. */
export const courier = defineList({
  name: 'courier',
  code: 111,
  path: 'courier-list',
  extra: {
    trackingUrl: maybe(url()),
    claimDays: maybe(number({ min: 0, max: 365 })),
    maruti: withDefault(flag(), false),
  },
  seed: [
    { label: 'Shree Maruti', claimDays: 7, maruti: true },
    { label: 'Delhivery', claimDays: 5, trackingUrl: 'https://www.delhivery.com/track/package/{awb}' },
    { label: 'Blue Dart', claimDays: 7, trackingUrl: 'https://www.bluedart.com/tracking?awb={awb}' },
    { label: 'India Post', claimDays: 30 },
    { label: 'Own staff' },
  ],
})

/** How goods come to us. */
export const pickupType = defineList({
  name: 'pickupType',
  code: 112,
  path: 'pickuptype-list',
  seed: ['Customer drop', 'Courier pickup', 'Staff pickup'],
})
