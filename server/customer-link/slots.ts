import { addDays, startOfDay, today } from '#contract/relative-days.ts'

/** Hours of the day at which a slot begins. */
const BEGINS = [9, 13, 17]
const LASTS = 4
const DAYS = 7
const HOUR = 3_600_000

type Slot = { at: string; says: string }

/** When somebody can come to fetch it: three times a day from tomorrow on, by the clock of the business. */
export function slotsFrom(now: Date, timeZone: string): Slot[] {
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  const hour = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone })
  const first = today({ now, timeZone })
  return Array.from({ length: DAYS }, (_, ahead) => startOfDay(addDays(first, ahead + 1), timeZone)).flatMap(begins =>
    BEGINS.map(hours => {
      const from = new Date(begins.getTime() + hours * HOUR)
      const to = new Date(from.getTime() + LASTS * HOUR)
      return { at: from.toISOString(), says: `${day.format(from)}, ${hour.format(from)} to ${hour.format(to)}` }
    }),
  )
}
