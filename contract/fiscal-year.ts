/** A year of the books: its first and last day, and how it is written in numbers. */
export type FiscalYear = { year: number; from: string; to: string; label: string }

/** The month that the books of a country begin with; elsewhere they begin with the year. */
const firstMonths: Readonly<Record<string, number>> = { IN: 4 }

/** The fiscal year that a day is in, by the country of the house: 2026-05-02 is of 26-27 in India, and of 2026 elsewhere. */
export function fiscalYearOf(day: string, country: string): FiscalYear {
  const first = firstMonths[country] ?? 1
  const [calendar, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const year = month < first ? calendar - 1 : calendar
  if (first === 1) return { year, from: `${year}-01-01`, to: `${year}-12-31`, label: String(year) }
  const begin = (of: number) => `${of}-${String(first).padStart(2, '0')}-01`
  const end = new Date(Date.parse(begin(year + 1)) - 86_400_000).toISOString().slice(0, 10)
  return { year, from: begin(year), to: end, label: `${short(year)}-${short(year + 1)}` }
}

const short = (year: number) => String(year % 100).padStart(2, '0')
