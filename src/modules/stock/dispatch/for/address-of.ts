import type { Dispatch } from '#contract/modules/stock/dispatch.ts'

type Addressed = Pick<Dispatch, 'phone' | 'address' | 'pincode' | 'area' | 'city' | 'state' | 'country'> & {
  name: string
}

/** Where a parcel goes, as the record says it now. */
export const addressOf = ({ name, phone, address, pincode, area, city, state, country }: Addressed) => ({
  name,
  phone,
  address,
  pincode,
  area,
  city,
  state,
  country,
})
