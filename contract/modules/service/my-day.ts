import { groupBy } from '../../group-by.ts'
import { addDays, startOfDay, today, type House } from '../../relative-days.ts'
import { DAYS_AHEAD } from './days-ahead.ts'
import { jobClock } from './job-clock.ts'
import type { Maintenance } from './maintenance.ts'

type Job = Pick<Maintenance, 'id' | 'stage' | 'scheduledAt' | 'promisedAt' | 'parts'>

export type Day<J> = {
  /** A day of the house; `null` for what nobody has given a time. */
  day: string | null
  jobs: J[]
}

/**
 * Whose jobs they are: today's with what is left of before, then each of the next days that has some, then those without a
 * time. In a day the earliest comes first, and of two at once the one that is promised first.
 */
export function daysOf<J extends Job>(jobs: readonly J[], house: House): Day<J>[] {
  const now = today(house)
  const last = addDays(now, DAYS_AHEAD)
  const tomorrow = startOfDay(addDays(now, 1), house.timeZone).getTime()
  const dayOf = ({ scheduledAt }: J): string | null => {
    if (scheduledAt === null) return null
    const at = new Date(scheduledAt)
    return at.getTime() < tomorrow ? now : today({ now: at, timeZone: house.timeZone })
  }
  const found = groupBy(jobs.filter(({ stage }) => !jobClock.keepsPromise.includes(stage)).toSorted(byTime), dayOf)
  return [...found]
    .filter(([day]) => day === null || day <= last)
    .map(([day, its]) => ({ day, jobs: its }))
    .toSorted((a, b) => inOrder(place(a.day), place(b.day)))
}

/** By their signs, not by the words of a language: there `~` comes first. */
const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
/** Behind every day. */
const place = (day: string | null): string => day ?? '~'
const time = (at: string | null): string => at ?? '~'
const byTime = (a: Job, b: Job): number =>
  inOrder(time(a.scheduledAt), time(b.scheduledAt)) || inOrder(time(a.promisedAt), time(b.promisedAt)) || a.id - b.id

/** What jobs have on them of a part, and whose stock that is booked on; without somebody it is the warehouse. */
export type PartsOfDay = { part: number; takenFrom: number | null; qty: number }

/** How many pieces of each part these jobs have on them, by whose stock they come from, the most first: what to take along. */
export function partsFor(jobs: readonly Pick<Job, 'parts'>[]): PartsOfDay[] {
  const lines = jobs.flatMap(({ parts }) => parts)
  const found = groupBy(lines, ({ part, takenFrom }) => `${part} ${takenFrom ?? ''}`)
  return [...found.values()]
    .map(([first, ...rest]) => ({
      part: first!.part,
      takenFrom: first!.takenFrom ?? null,
      qty: rest.reduce((sum, { qty }) => sum + qty, first!.qty),
    }))
    .toSorted((a, b) => b.qty - a.qty || a.part - b.part || (a.takenFrom ?? 0) - (b.takenFrom ?? 0))
}
