import { withoutUnseen } from '#contract/unseen.ts'
import { localeNow, once } from './format.ts'
import { plainDigits } from './parse-number.ts'

/**
 * A day as people type it: "21/11/26", "21.11.2026", "21 nov", "Nov 21, 2026", "Sat, 21st Nov 2026", "2026-11-21", "today",
 * "fri", "+3", "+2w".
 * Day or month first, and the names of months, are those of the screen's language; English ones count everywhere.
 * Empty = null; anything that is not a day of the calendar = undefined. `ahead`: it is said of what is still to come, so that
 * of a day without its year the next one is meant where this year's is long past.
 */
export function parseDate(text: string, today: string, ahead = false): string | null | undefined {
  const typed = plainDigits(withoutUnseen(text)).trim().toLowerCase()
  if (typed === '') return null
  return byWord(typed, today) ?? inParts(typed, today, ahead)
}

/** What is said from today on. */
function byWord(typed: string, today: string): string | undefined {
  const near = ways().near.findIndex(words => words.includes(typed))
  if (near >= 0) return addDays(today, near - 1)
  const [, sign, count, unit = 'd'] = /^([+-])\s?(\d{1,3})\s?(d|w|m|y)?$/.exec(typed) ?? []
  if (sign && count) return later(today, Number(sign + count), unit)
  const word = typed.replace(/^next\s+/, '')
  const weekday = word.length < 2 ? -1 : ways().weekdays.findIndex(names => named(names, word, 3))
  if (weekday < 0) return undefined
  const now = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, ((weekday - now + 6) % 7) + 1)
}

function later(from: string, count: number, unit: string): string | undefined {
  if (unit === 'd' || unit === 'w') return addDays(from, unit === 'w' ? count * 7 : count)
  const [year, month, date] = from.split('-').map(Number) as [number, number, number]
  const months = year * 12 + month - 1 + (unit === 'y' ? count * 12 : count)
  const [y, m] = [Math.floor(months / 12), (months % 12) + 1]
  // The 31st of a month without one is its last day.
  return day(y, m, Math.min(date, new Date(Date.UTC(y, m, 0)).getUTCDate()))
}

/** Numbers and the name of a month, in the order in which they stand. */
function inParts(typed: string, today: string, ahead: boolean): string | undefined {
  const packed = /^(\d{2})(\d{2})(\d{2}|\d{4})?$/.exec(typed)
  const tokens = packed ? packed.slice(1).filter(Boolean) : (typed.match(/\d+|[\p{L}\p{M}]+/gu) ?? [])
  if (!/^[\s.,/\-–'’\u0970]*$/.test(typed.replace(/\d+|[\p{L}\p{M}]+/gu, ''))) return undefined
  const { order, months, weekdays, fillers } = ways()
  let month: number | undefined
  let weekday: number | undefined
  const numbers: string[] = []
  for (const [at, token] of tokens.entries()) {
    if (/^\d/.test(token)) numbers.push(token)
    else if (fillers.has(token) || (ordinals.has(token) && /^\d{1,2}$/.test(tokens[at - 1] ?? ''))) continue
    else {
      const found = monthOf(months, token)
      const isDay = found < 0 && at === 0 && weekday === undefined
      if (isDay) weekday = weekdays.findIndex(names => named(names, token, 3))
      if (isDay ? weekday! < 0 : found < 0 || month !== undefined) return undefined
      if (!isDay) month = found + 1
    }
  }
  const found = ofNumbers(numbers, month, order, today, ahead)
  // Where the day of the week is another one, one of the two is wrong.
  const isAnother = weekday !== undefined && found && new Date(`${found}T00:00:00Z`).getUTCDay() !== weekday
  return isAnother ? undefined : found
}

/** What stands behind the number of a day in English: 1st, 2nd, 3rd, 4th. */
const ordinals: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th'])

function ofNumbers(
  numbers: readonly string[],
  month: number | undefined,
  order: 'day' | 'month',
  today: string,
  ahead: boolean,
): string | undefined {
  const [thisYear, thisMonth] = today.split('-').map(Number) as [number, number]
  if (numbers.some(number => number.length > 4 || number.length === 3) || numbers.length === 0) return undefined
  const dayIn = (year: string | undefined, month: number, date: number) => {
    if (year !== undefined) return day(yearOf(year), month, date)
    return day(ahead && isLongPast(thisYear, month, date, today) ? thisYear + 1 : thisYear, month, date)
  }
  const [a, b, c] = numbers
  const yearFirst = a!.length === 4
  if (month !== undefined) {
    if (c !== undefined) return undefined
    if (yearFirst) return b === undefined ? undefined : day(Number(a), month, Number(b))
    return dayIn(b, month, Number(a))
  }
  if (numbers.length > 3) return undefined
  if (yearFirst) return b && c ? day(Number(a), Number(b), Number(c)) : undefined
  if (b === undefined) return day(thisYear, thisMonth, Number(a))
  const [date, monthNumber] = order === 'month' ? [b, a] : [a, b]
  return dayIn(c, Number(monthNumber), Number(date))
}

const yearOf = (text: string) => (text.length <= 2 ? 2000 + Number(text) : Number(text))

/** So far back this year's day may lie, in days, where what is said of it is still to come: it may be late already. */
const HALF_YEAR = 183
const isLongPast = (year: number, month: number, date: number, today: string) =>
  Date.UTC(year, month - 1, date) < Date.parse(addDays(today, -HALF_YEAR))

const bare = (word: string) =>
  withoutUnseen(word)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[.\u0970]/g, '')
const named = (names: readonly string[], word: string, least: number) =>
  names.includes(word) || (Array.from(word).length >= least && names.some(name => name.startsWith(word)))

function monthOf(months: readonly (readonly string[])[], token: string): number {
  const exact = months.findIndex(names => names.includes(token))
  return exact >= 0 ? exact : months.findIndex(names => named(names, token, 3))
}

/** How days are said: in the language of the screen, and in English. */
const ways = () =>
  once('days', () => {
    const locales = [...new Set([localeNow(), 'en'])]
    const say = (locale: string, date: Date, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).formatToParts(date)
    const part = (parts: Intl.DateTimeFormatPart[], type: string) =>
      bare(parts.find(one => one.type === type)?.value ?? '')
    const widths = ['short', 'long'] as const
    const months = Array.from({ length: 12 }, (_, month) =>
      locales.flatMap(locale =>
        widths.flatMap(width => {
          const date = new Date(Date.UTC(2026, month, 15))
          const alone = part(say(locale, date, { month: width }), 'month')
          // Some languages say it otherwise beside a day.
          return [alone, part(say(locale, date, { day: 'numeric', month: width, year: 'numeric' }), 'month')]
        }),
      ),
    )
    // The first of February 2026 was a Sunday.
    const weekdays = Array.from({ length: 7 }, (_, weekday) =>
      locales.flatMap(locale =>
        widths.map(width => part(say(locale, new Date(Date.UTC(2026, 1, 1 + weekday)), { weekday: width }), 'weekday')),
      ),
    )
    const near = [-1, 0, 1].map(days =>
      locales.map(locale => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day').toLowerCase()),
    )
    const numeric = say(localeNow(), new Date(Date.UTC(2026, 10, 21)), {
      day: 'numeric',
      month: 'numeric',
      year: 'numeric',
    })
    const types = numeric.map(({ type }) => type)
    const fillers = new Set(
      months.flatMap((_, month) =>
        say(localeNow(), new Date(Date.UTC(2026, month, 15)), { day: 'numeric', month: 'short', year: 'numeric' })
          .filter(({ type }) => type === 'literal')
          .flatMap(({ value }) => bare(value).match(/[\p{L}\p{M}]+/gu) ?? []),
      ),
    )
    // "11月" is a number with its word.
    for (const names of months)
      for (const name of names) for (const word of name.match(/(?<=\d)[\p{L}\p{M}]+/gu) ?? []) fillers.add(word)
    return {
      months: months.map(names => names.filter(name => name !== '' && !/\d/.test(name))),
      weekdays,
      near,
      fillers,
      order:
        types.indexOf('month') < types.indexOf('day') && types.indexOf('year') !== 0
          ? ('month' as const)
          : ('day' as const),
    }
  })

function day(year: number, month: number, date: number) {
  const made = new Date(Date.UTC(year, month - 1, date))
  const real = made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === date
  return real ? made.toISOString().slice(0, 10) : undefined
}

export function addDays(from: string, days: number) {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
