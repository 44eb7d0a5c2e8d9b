import type { Maintenance } from './maintenance.ts'

/** What a stage of a job may last: as the general setting has it. */
export type StageHours = readonly { stage: string; hours: number }[]

/** What is known of a job's time. `stageSince` is later by what it waited since. */
export type JobClock = Pick<Maintenance, 'stageSince' | 'waitingSince' | 'waited' | 'dueAt' | 'lateSince'>
type Job = Pick<Maintenance, 'stage' | 'promisedAt'> & JobClock

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** It waits for somebody else: nobody is late meanwhile. */
const pausing: readonly string[] = ['estimateSent', 'waitingParts', 'onHold']
/** There nothing is left to do about it: what was promised is kept, or is none any more. */
export const keepsPromise: readonly string[] = ['ready', 'dispatched', 'handedOver', 'closed', 'cancelled']
const over: readonly string[] = ['handedOver', 'closed', 'cancelled']
/** Not every job goes there, or it comes after what is promised. */
const notPromised: readonly string[] = [...keepsPromise, 'declined', 'unrepairable']
const onlyFetched: readonly string[] = ['pickupBooked', 'inTransit']

/** The clock of a job after a step, or after another time was promised. `before` is null where it is new. */
export function clockAfter(before: Job | null, row: Job, at: string, hours: StageHours): JobClock {
  const { stage } = row
  let { stageSince, waitingSince, waited } = before ?? fresh
  if (before?.stage !== stage || stageSince === null) {
    const pause = waitingSince === null ? 0 : Math.max(Date.parse(at) - Date.parse(waitingSince), 0)
    const isResumed = stage === 'inRepair' && waitingSince !== null && before?.stage !== 'estimateSent'
    if (pausing.includes(stage)) waitingSince ??= at
    else {
      waited = (waited ?? 0) + Math.round(pause / MINUTE)
      waitingSince = null
      // What was begun goes on: its time is what it had left.
      stageSince = isResumed && stageSince ? later(stageSince, pause) : at
    }
  }
  const dueAt = dueOf({ stage, promisedAt: row.promisedAt, stageSince, waited }, hours)
  return { stageSince, waitingSince, waited, dueAt, lateSince: dueAt === before?.dueAt ? row.lateSince : null }
}

const fresh = { stageSince: null, waitingSince: null, waited: null }

/** When the stage should be over or the job be ready, whichever comes first; null where nothing runs out. */
function dueOf(job: Pick<Job, 'stage' | 'promisedAt' | 'stageSince' | 'waited'>, hours: StageHours): string | null {
  const { stage, promisedAt, stageSince, waited } = job
  if (pausing.includes(stage) || over.includes(stage)) return null
  const lasts = hours.find(one => one.stage === stage)?.hours ?? 0
  const ends = [
    lasts > 0 && stageSince ? later(stageSince, lasts * HOUR) : null,
    promisedAt && !keepsPromise.includes(stage) ? later(promisedAt, (waited ?? 0) * MINUTE) : null,
  ].filter(end => end !== null)
  return ends.toSorted()[0] ?? null
}

const later = (at: string, by: number): string => new Date(Date.parse(at) + by).toISOString()

/** Is it late now? Where it waits for somebody else it is not. */
export const isLate = ({ stage, dueAt }: Pick<Job, 'stage' | 'dueAt'>, now: Date): boolean =>
  dueAt !== null && Date.parse(dueAt) < now.getTime() && !pausing.includes(stage) && !over.includes(stage)

/** What is promised at intake where nobody says otherwise: all that comes before the job is ready. */
export function promiseFrom(at: string, serviceMode: string, hours: StageHours): string | null {
  const sum = hours
    .filter(({ stage }) => !notPromised.includes(stage) && (serviceMode === 'pickup' || !onlyFetched.includes(stage)))
    .reduce((all, one) => all + one.hours, 0)
  return sum > 0 ? later(at, sum * HOUR) : null
}
