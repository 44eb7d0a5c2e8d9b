import { yearPattern } from './fields.ts'

/** Where and when a question is asked: days begin and end where the business is. */
export type House = { now: Date; timeZone: string }

const DAY = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-CA-u-hc-h23', {
      timeZone,
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    })
    formats.set(timeZone, format)
  }
  return format
}

/** The clock on the wall there, as if it were UTC. */
function wallClock(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const clock = new Date(0)
  clock.setUTCFullYear(parts.year, parts.month - 1, parts.day)
  clock.setUTCHours(parts.hour, parts.minute, parts.second)
  return clock.getTime()
}

/** The moment at which this day begins there; where clocks skip midnight, the first moment that there is. */
export function startOfDay(day: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  let instant = wanted
  // The first guess is off by the offset, the second at most by a change of the clocks in between.
  for (let round = 0; round < 3; round += 1) instant += wanted - wallClock(instant, timeZone)
  return new Date(instant)
}

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** What day it is there. */
export const today = ({ now, timeZone }: House): string => dayOf(wallClock(now.getTime(), timeZone))

export const addDays = (day: string, days: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY)

/**
 * `@today`, `@week`, `@month` or `@year`, each with `-3` or `+1` of its own kind behind it: its first and its last day.
 * Weeks begin on Monday.
 */
export function relativeDays(text: string, house: House): { from: string; to: string } | null {
  const [, unit, by = '0'] = /^@(today|week|month|year)([+-]\d{1,4})?$/.exec(text) ?? []
  if (!unit) return null
  const now = today(house)
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))]
  const shift = Number(by)
  // Years beyond four digits are written in another way, which nothing here reads; dates are in none of them.
  if (unit === 'year' && !yearPattern.test(`${year + shift}-`)) return null
  if (unit === 'today') return both(addDays(now, shift))
  if (unit === 'week') {
    const monday = addDays(now, -((new Date(`${now}T00:00:00Z`).getUTCDay() + 6) % 7) + shift * 7)
    return { from: monday, to: addDays(monday, 6) }
  }
  const [first, after] =
    unit === 'month'
      ? [firstOf(year, month + shift), firstOf(year, month + shift + 1)]
      : [firstOf(year + shift, 1), firstOf(year + shift + 1, 1)]
  return { from: first, to: addDays(after, -1) }
}

const both = (day: string) => ({ from: day, to: day })
const firstOf = (year: number, month: number) => dayOf(Date.UTC(year, month - 1, 1))
