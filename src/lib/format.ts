import { serverNow } from './clock.ts'
/**
 * How dates, money, numbers and phones look. The words follow the locale of the screen, which the shell sets once with
 * `setLocale`; currency and time zone are those of the house, which the session sets with `setHouse`.
 */
let locale = 'en-IN'
export const localeNow = () => locale

export type HouseFormat = {
  /** ISO 4217. */
  currency: string
  /** A name of the IANA database; null is that of the device. */
  timeZone: string | null
  /** ISO 3166: where a phone number without a country's code is from. */
  country: string
}
let house = { currency: 'INR', country: 'IN' }
export const houseNow = () => house
let zone: HouseFormat['timeZone'] = null
let nextZone: string | null = null

/** Called when the app learns what house it is in. A currency or zone that Intl does not know is left as it was. */
export function setHouse(next: Partial<HouseFormat>) {
  const { currency, timeZone, country } = next
  house = {
    currency:
      currency && isKnown(() => new Intl.NumberFormat('en', { style: 'currency', currency }))
        ? currency
        : house.currency,
    country: country ?? house.country,
  }
  nextZone = timeZone ?? nextZone
  made.clear()
}

/** Looked at when the first date is shown: the first formatter of dates takes a twentieth of a start on a slow tablet. */
function zoneNow() {
  const timeZone = nextZone
  nextZone = null
  if (timeZone && isKnown(() => new Intl.DateTimeFormat('en', { timeZone }))) zone = timeZone
  return zone
}

function isKnown(make: () => unknown): boolean {
  try {
    make()
    return true
  } catch {
    return false
  }
}

/** Called when the language changes. A pseudo-locale or another tag that Intl does not know keeps the English forms. */
export function setLocale(tag: string) {
  // What Intl knows is looked for in all its languages: before the first page of every start, on a slow tablet a twentieth of it.
  locale = tag === 'en' ? 'en-IN' : (Intl.DateTimeFormat.supportedLocalesOf([tag])[0] ?? 'en-IN')
  made.clear()
}

// Making an Intl formatter costs far more than using it; a list of 1,000 rows uses one.
const made = new Map<string, unknown>()
export function once<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as T
}

// -- numbers ---------------------------------------------------------------------

const numbers = (options: Intl.NumberFormatOptions) =>
  once(`n${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))

export const formatNumber = (value: number, decimals = 0) => numbers({ maximumFractionDigits: decimals }).format(value)

/** "1,200", or "1,200+" where there are more than that. */
export const formatCount = (count: number, more: boolean) => formatNumber(count) + (more ? '+' : '')

/** Basis points as people say them: 1800 -> "18 %" */
export const formatPercent = (rate: number) => `${formatNumber(rate / 100, 2)} %`

/** "Name, Phone and Owner" */
export const formatList = (words: readonly string[]) =>
  once('list', () => new Intl.ListFormat(locale, { type: 'conjunction' })).format(words)

/** "Goa or Maharashtra" */
export const formatAny = (words: readonly string[]) =>
  once('any', () => new Intl.ListFormat(locale, { type: 'disjunction' })).format(words)

/** 1536 -> "1.5 kB" */
export function formatBytes(bytes: number) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return numbers({
    style: 'unit',
    unit: units[step],
    unitDisplay: 'short',
    maximumFractionDigits: step ? 1 : 0,
  }).format(bytes / 1000 ** step)
}

// -- money: always minor units ---------------------------------------------------

export const decimalsOf = (currency: string) =>
  once(`d${currency}`, () => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions())
    .maximumFractionDigits ?? 2

/** ₹1,84,250 — whole amounts without ".00", as prices are read here; others with all digits. */
export function formatMoney(minor: number, currency = house.currency) {
  const unit = 10 ** decimalsOf(currency)
  const digits = minor % unit === 0 ? 0 : decimalsOf(currency)
  return numbers({
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / unit)
}

/** The amount without its sign, for a field that has the sign before it. */
export function formatMoneyPlain(minor: number, currency = house.currency) {
  const unit = 10 ** decimalsOf(currency)
  const digits = minor % unit === 0 ? 0 : decimalsOf(currency)
  return numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(minor / unit)
}

export const currencySign = (currency = house.currency, currencyDisplay: 'narrowSymbol' | 'symbol' = 'narrowSymbol') =>
  numbers({ style: 'currency', currency, currencyDisplay })
    .formatToParts(0)
    .find(part => part.type === 'currency')?.value ?? currency

// -- dates -----------------------------------------------------------------------

const dates = (options: Intl.DateTimeFormatOptions) =>
  once(`t${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))

/** "2026-11-19", and no moment of it. */
const isDay = (value: string | Date): value is string => typeof value === 'string' && value.length === 10

/** A day is the same day everywhere; a moment is shown in the time zone of the house. */
const asDate = (value: string | Date) => {
  if (isDay(value)) return { date: new Date(`${value}T00:00:00Z`), timeZone: 'UTC' }
  return { date: new Date(value), timeZone: zoneNow() ?? undefined }
}

function show(value: string | Date, options: Intl.DateTimeFormatOptions) {
  const { date, timeZone } = asDate(value)
  return Number.isNaN(date.getTime()) ? '' : dates(timeZone ? { ...options, timeZone } : options).format(date)
}

/** 19 Nov 2026 */
export const formatDate = (value: string | Date) => show(value, { day: 'numeric', month: 'short', year: 'numeric' })
/** Thu 19 Nov: for lists and near days */
export const formatDay = (value: string | Date) => show(value, { weekday: 'short', day: 'numeric', month: 'short' })
/** November 2026 */
export const formatMonth = (value: string | Date) => show(value, { month: 'long', year: 'numeric' })
/** Nov */
export const formatShortMonth = (value: string | Date) => show(value, { month: 'short' })
/** Thu */
export const formatWeekday = (value: string | Date) => show(value, { weekday: 'short' })
/** Thursday 19 November 2026 */
export const formatLongDay = (value: string | Date) =>
  show(value, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
/** 17:05 */
export const formatTime = (value: string | Date) =>
  show(value, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** 19 Nov 2026, 17:05 */
export const formatDateTime = (value: string | Date) => `${formatDate(value)}, ${formatTime(value)}`
/** A day as a day, and a moment with its time. */
export const formatWhole = (value: string | Date) => (isDay(value) ? formatDate(value) : formatDateTime(value))
/** Thu 19 Nov, 17:05; of a day without a time the day alone; of another year in full */
export const formatNear = (value: string | Date) => {
  const day = isDay(value) ? value : today(new Date(value))
  if (day.slice(0, 4) !== today().slice(0, 4)) return formatWhole(value)
  return isDay(value) ? formatDay(value) : `${formatDay(value)}, ${formatTime(value)}`
}
/** Thu 19 Nov, also of a moment; of another year in full */
export const formatNearDay = (value: string | Date) => formatNear(isDay(value) ? value : today(new Date(value)))

// A zone that this browser does not know is better than none: then it is the device's.
const inZone = (options: Intl.DateTimeFormatOptions, timeZone: string) => {
  try {
    return dates({ ...options, timeZone })
  } catch {
    return dates(options)
  }
}
/** Saturday, 21 November: what day it is in this time zone. */
export const longDayIn = (now: Date, timeZone: string) =>
  inZone({ weekday: 'long', day: 'numeric', month: 'long' }, timeZone).format(now)
/** The hour of the day in this time zone, 0 to 23. */
export const hourIn = (now: Date, timeZone: string) =>
  Number(
    inZone({ hour: 'numeric', hourCycle: 'h23', numberingSystem: 'latn' }, timeZone)
      .formatToParts(now)
      .find(part => part.type === 'hour')?.value,
  )

const DAY = 86_400_000
const two = (part: number) => String(part).padStart(2, '0')

/** A moment as the day and minute of the clock on the wall, in the house's time zone. */
export function onTheWall(at: Date): { day: string; time: string } {
  const timeZone = zoneNow()
  if (timeZone === null)
    return {
      day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
      time: `${two(at.getHours())}:${two(at.getMinutes())}`,
    }
  const clock = once('wall', () => new Intl.DateTimeFormat('en-CA', wallOptions(timeZone)))
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` }
}
const wallOptions = (timeZone: string): Intl.DateTimeFormatOptions => ({
  timeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** The moment at which the clock on the wall says so; null where that is no time. */
export function momentOf(day: string, time: string): Date | null {
  const plain = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(plain)) return null
  const said = (at: number) => {
    const wall = onTheWall(new Date(at))
    return Date.parse(`${wall.day}T${wall.time}Z`)
  }
  // By the clock of the day before first: of an hour that comes twice the first one is meant, and one that is skipped goes on.
  const [before, after] = [-DAY, DAY].map(days => plain - (said(plain + days) - (plain + days))) as [number, number]
  return new Date(said(before) !== plain && said(after) === plain ? after : before)
}

/** The house's day, "2026-11-21". */
export const today = (now = new Date(serverNow())) => onTheWall(now).day

const steps = [
  { unit: 'second', ms: 1000, until: 60 },
  { unit: 'minute', ms: 60_000, until: 60 },
  { unit: 'hour', ms: 3_600_000, until: 24 },
  { unit: 'day', ms: 86_400_000, until: 7 },
  { unit: 'week', ms: 7 * 86_400_000, until: 5 },
  { unit: 'month', ms: 30.44 * 86_400_000, until: 12 },
  { unit: 'year', ms: 365.25 * 86_400_000, until: Infinity },
] as const

/** "4 min ago", "in 2 days", "now". */
export function formatRelative(value: string | Date, now = new Date(serverNow())) {
  const ms = asDate(value).date.getTime() - now.getTime()
  const words = once('rel', () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }))
  if (Number.isNaN(ms)) return ''
  if (Math.abs(ms) < 10_000) return words.format(0, 'second')
  const step = steps.find(step => Math.round(Math.abs(ms) / step.ms) < step.until) ?? steps[6]
  return words.format(Math.round(ms / step.ms), step.unit)
}

// -- people -------------------------------------------------------------

/** "Ananya Banerjee" -> "AB", for an avatar. */
export function initials(name: string) {
  const words = name.trim().split(/[\s._-]+/)
  const last = words.length > 1 ? words[words.length - 1] : undefined
  const first = (word: string | undefined) => Array.from(word ?? '').at(0) ?? ''
  return (first(words[0]) + first(last)).toLocaleUpperCase(locale)
}
