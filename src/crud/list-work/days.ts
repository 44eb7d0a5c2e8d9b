import { onTheWall } from '#src/lib/format.ts'
import { addDays } from '#src/lib/parse-date.ts'

/** What a calendar shows: a month (`2026-11`) or the week of a day (`2026-11-16`). */
type Span = { kind: 'month' | 'week'; days: string[]; first: string; key: string }

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const utc = (day: string) => new Date(`${day}T00:00:00Z`)

/** Weeks begin on Monday. */
export const startOfWeek = (day: string): string => addDays(day, -((utc(day).getUTCDay() + 6) % 7))

export function addMonths(day: string, months: number): string {
  const from = utc(day)
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(from.getUTCDate(), last))
  return dayOf(first)
}

/** Whole weeks around the month, or one week. `key` is how the address names it; one that makes no sense is this month. */
export function spanOf(key: string, today: string): Span {
  if (/^\d{4}-\d\d-\d\d$/.test(key) && !Number.isNaN(utc(key).getTime())) {
    const first = startOfWeek(key)
    return { kind: 'week', key: first, first, days: Array.from({ length: 7 }, (_, at) => addDays(first, at)) }
  }
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(key) ? key : today.slice(0, 7)
  const first = `${month}-01`
  const from = startOfWeek(first)
  const last = addDays(addMonths(first, 1), -1)
  const days: string[] = []
  for (let day = from; day <= last || days.length % 7 > 0; day = addDays(day, 1)) days.push(day)
  return { kind: 'month', key: month, first, days }
}

/** The day that a value of a record stands at, in the house's time zone. */
export function dayIn(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null
  if (value.length === 10) return value
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : onTheWall(at).day
}

/** The same moment on another day. */
export function atDay(value: unknown, from: string, to: string): string {
  if (typeof value !== 'string' || value.length === 10) return to
  return new Date(Date.parse(value) + (utc(to).getTime() - utc(from).getTime())).toISOString()
}
