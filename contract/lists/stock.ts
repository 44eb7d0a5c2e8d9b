import { flag, maybe, quantity, url, withDefault } from '../fields.ts'
import { defineList } from '../list.ts'

export const category = defineList({
  name: 'category',
  code: 109,
  path: 'category-list',
  parent: { name: 'category' },
})

/** The colours that products come in; the item's own colour is the swatch. */
export const color = defineList({
  name: 'color',
  code: 110,
  path: 'color-list',
})

/** Who carries parcels. `{awb}` in the tracking address stands for the parcel's number. */
export const courier = defineList({
  name: 'courier',
  code: 111,
  path: 'courier-list',
  extra: {
    trackingUrl: maybe(url()),
    claimDays: maybe(quantity({ max: 365 })),
    /** Signs of a name or a line of an address; what is longer it cuts off. */
    lineLimit: maybe(quantity({ min: 10, max: 200 })),
    maruti: withDefault(flag(), false),
  },
})

/** How goods come to us. */
export const pickupType = defineList({
  name: 'pickupType',
  code: 112,
  path: 'pickuptype-list',
})
