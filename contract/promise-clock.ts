import { withinYears } from './fields.ts'

/** What a stage may last: as the general setting has it. */
export type StageHours = readonly { stage: string; hours: number }[]

/** What is known of the time of a record. `stageSince` is later by what it waited since; `waited` is in minutes. */
export type PromiseClock = {
  stageSince: string | null
  waitingSince: string | null
  waited: number | null
  dueAt: string | null
  lateSince: string | null
}

/** A record with a clock, and when it is promised. */
export type Timed = PromiseClock & { stage: string; promisedAt: string | null }

/** What the stages of a module mean to its clock. */
export type ClockRules = {
  /** It waits for somebody else: nobody is late meanwhile. */
  pausing: readonly string[]
  /** There nothing is left to do about it: what was promised is kept, or is none any more. */
  keepsPromise: readonly string[]
  over: readonly string[]
  /** After a pause: does what was begun before it go on, with the time that it had left? */
  goesOn(stage: string, before: { stage: string; heldFrom?: unknown }): boolean
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const fresh = { stageSince: null, waitingSince: null, waited: null }

/** The clock of a record after a step, or after another time was promised. `before` is null where it is new. */
export function clockAfter(
  rules: ClockRules,
  before: Timed | null,
  row: Timed,
  at: string,
  hours: StageHours,
): PromiseClock {
  const { stage } = row
  let { stageSince, waitingSince, waited } = before ?? fresh
  if (before?.stage !== stage || stageSince === null) {
    const pause = waitingSince === null ? 0 : Math.max(Date.parse(at) - Date.parse(waitingSince), 0)
    const goesOn = before !== null && waitingSince !== null && rules.goesOn(stage, before)
    if (rules.pausing.includes(stage)) waitingSince ??= at
    else {
      waited = (waited ?? 0) + Math.round(pause / MINUTE)
      waitingSince = null
      stageSince = goesOn && stageSince ? later(stageSince, pause) : at
    }
  }
  const dueAt = dueOf(rules, { stage, promisedAt: row.promisedAt, stageSince, waited }, hours)
  return { stageSince, waitingSince, waited, dueAt, lateSince: dueAt === before?.dueAt ? row.lateSince : null }
}

type Due = Pick<Timed, 'stage' | 'promisedAt' | 'stageSince' | 'waited'>

/** When the stage should be over or the promise be kept, whichever comes first; null where nothing runs out. */
function dueOf({ pausing, keepsPromise, over }: ClockRules, row: Due, hours: StageHours): string | null {
  const { stage, promisedAt, stageSince, waited } = row
  if (pausing.includes(stage) || over.includes(stage)) return null
  const lasts = hours.find(one => one.stage === stage)?.hours ?? 0
  const ends = [
    lasts > 0 && stageSince ? later(stageSince, lasts * HOUR) : null,
    promisedAt && !keepsPromise.includes(stage) ? later(promisedAt, (waited ?? 0) * MINUTE) : null,
  ].filter(end => end !== null)
  return ends.toSorted()[0] ?? null
}

const later = (at: string, by: number): string => withinYears(Date.parse(at) + by)

/** So many hours of stages after that moment; null where they say none. */
export function afterHours(at: string, hours: StageHours): string | null {
  const sum = hours.reduce((all, one) => all + one.hours, 0)
  return sum > 0 ? later(at, sum * HOUR) : null
}

/** Is it late now? Where it waits for somebody else it is not. */
export const isLate = (
  { pausing, over }: ClockRules,
  { stage, dueAt }: { stage: string; dueAt: string | null },
  now: Date,
): boolean => dueAt !== null && Date.parse(dueAt) < now.getTime() && !pausing.includes(stage) && !over.includes(stage)
