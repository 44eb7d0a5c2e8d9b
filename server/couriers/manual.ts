import type { Courier } from './courier.ts'

const byHand = () => Promise.resolve({ is: 'byHand' } as const)

/** A courier that is called, or comes by: people ask, and type what they hear. */
export const manualCourier: Courier = { serviceable: byHand, book: byHand, cancel: byHand, track: byHand }
