import { fiscalYearOf } from '#contract/fiscal-year.ts'
import { relativeDays } from '#contract/relative-days.ts'

export const periods = ['month', 'before', 'year', 'all', 'own'] as const
export type PeriodName = (typeof periods)[number]
export type Days = { from?: string; to?: string }

const monthOf = (today: string, by = ''): Days =>
  relativeDays(`@month${by}`, { now: new Date(`${today}T12:00:00Z`), timeZone: 'UTC' })!

/** The days of a period as of today; one's own are those that were typed. */
export function daysOf(name: PeriodName, own: Days, today: string, country: string): Days {
  if (name === 'month') return monthOf(today)
  if (name === 'before') return monthOf(today, '-1')
  if (name === 'all') return {}
  if (name === 'own') return own
  const { from, to } = fiscalYearOf(today, country)
  return { from, to }
}
