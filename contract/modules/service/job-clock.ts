import { afterHours, type ClockRules, type StageHours } from '../../promise-clock.ts'

/** What the stages of a service job mean to its clock. */
export const jobClock: ClockRules = {
  pausing: ['estimateSent', 'waitingParts', 'onHold'],
  keepsPromise: ['ready', 'dispatched', 'handedOver', 'closed', 'cancelled'],
  over: ['handedOver', 'closed', 'cancelled'],
  // A repair that begins after the customer agreed has all its time.
  goesOn: (stage, before) => stage === 'inRepair' && before.stage !== 'estimateSent',
}

/** Not every job goes there, or it comes after what is promised. */
const notPromised: readonly string[] = [...jobClock.keepsPromise, 'declined', 'unrepairable']
const onlyFetched: readonly string[] = ['pickupBooked', 'inTransit']

/** What is promised at intake where nobody says otherwise: all that comes before the job is ready. */
export const promiseFrom = (at: string, serviceMode: string, hours: StageHours): string | null =>
  afterHours(
    at,
    hours.filter(
      ({ stage }) => !notPromised.includes(stage) && (serviceMode === 'pickup' || !onlyFetched.includes(stage)),
    ),
  )
