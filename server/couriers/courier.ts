import type { dispatchEvents } from '#contract/modules/stock/dispatch.ts'

/** What a courier is told of a parcel. Sums are in hundredths, sizes in centimetres and grams. */
export type Parcel = {
  /** The same however often this booking is asked for: it is made once. */
  key: string
  reference: string
  to: {
    name: string | null
    phone: string | null
    address: string | null
    pincode: string
    area: string | null
    city: string | null
    state: string | null
    country: string | null
  }
  parcels: readonly { length: number | null; width: number | null; height: number | null; weight: number | null }[]
  pieces: number
  service: string | null
  declaredValue: number | null
  codAmount: number | null
}

/** How a courier knows a booking: by its own name for it, or by our key where its answer never came. */
export type BookingName = { key: string; booking: string | null }
export type Booked = { booking: string; awb: string; service: string | null; routing: string | null }
export type Told = {
  at: string
  kind: (typeof dispatchEvents)[number]
  place: string | null
  text: string | null
}

/** What a courier does not do, and why. */
export type Failure =
  /** It does not go there. */
  | { is: 'unserviceable'; reason: string | null }
  /** It does not want to; `ofKey`: it takes nothing from us, because it does not know our key; `clash`: it is at it already. */
  | { is: 'refused'; reason: string; ofKey?: true; unknown?: true; clash?: true }
  /** It may answer later. What was asked of it may have been done. */
  | { is: 'unreachable' }
  /** It takes longer than anybody waits. What was asked of it may have been done. */
  | { is: 'slow' }
  /** It answers, in no words that we know. */
  | { is: 'notUnderstood' }
  /** It is named, and nobody has kept a key for it yet. */
  | { is: 'noKey' }
  /** Nobody asks it but by hand. */
  | { is: 'byHand' }

export type Answer<Good extends object> = ({ is: 'yes' } & Good) | Failure

/** Whoever carries parcels. None of these throws for what a courier can do. */
export type Courier = {
  serviceable(pincode: string): Promise<Answer<{ services: readonly string[] }>>
  book(parcel: Parcel): Promise<Answer<Booked>>
  cancel(booking: BookingName): Promise<Answer<object>>
  track(awb: string): Promise<Answer<{ events: readonly Told[] }>>
}
