import type { Courier, Failure } from './courier.ts'

const never = (failure: Failure): Courier => {
  const say = () => Promise.resolve(failure)
  return { serviceable: say, book: say, cancel: say, track: say }
}

/** A courier that is called, or comes by: people ask, and type what they hear. */
export const manualCourier = never({ is: 'byHand' })
/** One that the server would ask, had somebody kept its key. */
export const keylessCourier = never({ is: 'noKey' })
