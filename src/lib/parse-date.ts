/**
 * A day as people type it, read day first: "21/11/26", "21.11.2026", "21 nov", "2026-11-21", "today", "+3".
 * Empty = null; anything that is not a day of the calendar = undefined.
 */
export function parseDate(text: string, today: string): string | null | undefined {
  const typed = text.trim().toLowerCase().replaceAll(',', ' ')
  if (typed === '') return null
  const near = ['yesterday', 'today', 'tomorrow'].indexOf(typed)
  if (near >= 0) return addDays(today, near - 1)
  const days = /^([+-])\s?(\d{1,3})$/.exec(typed)
  if (days) return addDays(today, Number(days[1] + days[2]!))
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed)
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const [thisYear, thisMonth] = today.split('-').map(Number) as [number, number]
  const packed = /^(\d{2})(\d{2})(\d{2}|\d{4})?$/.exec(typed)
  const parted = /^(\d{1,2})(?:[-/. ](\d{1,2}|[a-z]{3,9})(?:[-/. ](\d{2}|\d{4}))?)?$/.exec(
    typed.replaceAll(/\s+/g, ' '),
  )
  const parts = packed ?? parted
  if (!parts) return undefined
  const [, d, m, y] = parts
  const month = m === undefined ? thisMonth : /\d/.test(m) ? Number(m) : monthOf(m)
  const year = y === undefined ? thisYear : y.length === 2 ? 2000 + Number(y) : Number(y)
  return day(year, month, Number(d))
}

const months = ['january', 'february', 'march', 'april', 'may', 'june']
months.push('july', 'august', 'september', 'october', 'november', 'december')
const monthOf = (word: string) => months.findIndex(month => month.startsWith(word)) + 1

function day(year: number, month: number, date: number) {
  const made = new Date(Date.UTC(year, month - 1, date))
  const real = made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === date
  return real ? made.toISOString().slice(0, 10) : undefined
}

export function addDays(from: string, days: number) {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
