/**
 * How dates, money, numbers and phones look. The words follow the locale of the screen, which the shell sets once with
 * `setLocale`; everything else is given by parameter.
 */
let locale = 'en-IN'

/** Called when the language changes. A pseudo-locale or another tag that Intl does not know keeps the English forms. */
export function setLocale(tag: string) {
  locale = Intl.DateTimeFormat.supportedLocalesOf([tag])[0] ?? 'en-IN'
  if (locale === 'en') locale = 'en-IN'
  made.clear()
}

// Making an Intl formatter costs far more than using it; a list of 1,000 rows uses one.
const made = new Map<string, unknown>()
function once<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as T
}

// -- numbers ---------------------------------------------------------------------

const numbers = (options: Intl.NumberFormatOptions) =>
  once(`n${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))

export const formatNumber = (value: number, decimals = 0) => numbers({ maximumFractionDigits: decimals }).format(value)

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

/** A number as people type it: "1,299.5", "1299,5", "−3". Empty = null, anything else that is no number = NaN. */
export function parseNumber(text: string): number | null {
  const bare = text.replace(/[\s\u00a0\u202f'’_]/g, '').replace(/^[−–]/, '-')
  if (bare === '') return null
  const dots = bare.split('.').length - 1
  const commas = bare.split(',').length - 1
  let plain = bare
  if (dots && commas) {
    // Whichever comes last parts the whole from the rest.
    const point = bare.lastIndexOf('.') > bare.lastIndexOf(',') ? '.' : ','
    if ((point === '.' ? dots : commas) > 1) return Number.NaN
    const [whole = '', rest = ''] = bare.split(point)
    if (!grouped(whole)) return Number.NaN
    plain = `${whole.replace(/[.,]/g, '')}.${rest}`
  } else if (commas) {
    // "1,299" and "12,34,567" are grouped; "12,5" and "1299,50" carry a decimal comma.
    const decimal = commas === 1 && /,\d{0,2}$/.test(bare)
    if (!decimal && !grouped(bare)) return Number.NaN
    plain = decimal ? bare.replace(',', '.') : bare.replaceAll(',', '')
  }
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

const grouped = (whole: string) => /^-?\d{1,3}([.,]\d{2,3})*[.,]\d{3}$|^-?\d+$/.test(whole)

// -- money: always minor units ---------------------------------------------------

const decimalsOf = (currency: string) =>
  once(`d${currency}`, () => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions())
    .maximumFractionDigits ?? 2

/** ₹1,84,250 — whole amounts without ".00", as prices are read here; others with all digits. */
export function formatMoney(minor: number, currency = 'INR') {
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
export function formatMoneyPlain(minor: number, currency = 'INR') {
  const unit = 10 ** decimalsOf(currency)
  const digits = minor % unit === 0 ? 0 : decimalsOf(currency)
  return numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(minor / unit)
}

export const currencySign = (currency = 'INR') =>
  numbers({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(part => part.type === 'currency')?.value ?? currency

/**
 * An amount as people type it, in minor units: "1,299.50" -> 129950, "₹ 500/-" -> 50000. Empty = null. NaN = not an
 * amount, or finer than the currency goes: refused rather than rounded.
 */
export function parseMoney(text: string, currency = 'INR'): number | null {
  const words = new RegExp(`^(-)?\\s*(?:${currency}|rs\\.?|${escape(currencySign(currency))})\\s*`, 'i')
  const bare = text
    .trim()
    .replace(/^[−–]/, '-')
    .replace(words, '$1')
    .replace(/\s*\/[-–=]?$/, '')
  const value = parseNumber(bare)
  if (value === null || Number.isNaN(value)) return text.trim() === '' ? null : Number.NaN
  const digits = decimalsOf(currency)
  const minor = Math.round(value * 10 ** digits)
  const exact = Math.abs(value * 10 ** digits - minor) < 1e-4
  return exact && Number.isSafeInteger(minor) ? minor : Number.NaN
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

// -- dates -----------------------------------------------------------------------

const dates = (options: Intl.DateTimeFormatOptions) =>
  once(`t${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))

/** A day ("2026-11-19") is the same day everywhere; a moment is shown in the time zone of the device. */
const asDate = (value: string | Date) => {
  if (value instanceof Date) return { date: value }
  return value.length === 10 ? { date: new Date(`${value}T00:00:00Z`), timeZone: 'UTC' } : { date: new Date(value) }
}

function show(value: string | Date, options: Intl.DateTimeFormatOptions) {
  const { date, timeZone } = asDate(value)
  return Number.isNaN(date.getTime()) ? '' : dates(timeZone ? { ...options, timeZone } : options).format(date)
}

/** 19 Nov 2026 */
export const formatDate = (value: string | Date) => show(value, { day: 'numeric', month: 'short', year: 'numeric' })
/** Thu 19 Nov: for lists and near days */
export const formatDay = (value: string | Date) => show(value, { weekday: 'short', day: 'numeric', month: 'short' })
/** 17:05 */
export const formatTime = (value: string | Date) =>
  show(value, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** 19 Nov 2026, 17:05 */
export const formatDateTime = (value: string | Date) => `${formatDate(value)}, ${formatTime(value)}`

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

/** Today's day where the device is, "2026-11-21". */
export function today(now = new Date()) {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

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
export function formatRelative(value: string | Date, now = new Date()) {
  const ms = asDate(value).date.getTime() - now.getTime()
  const words = once('rel', () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }))
  if (Number.isNaN(ms)) return ''
  if (Math.abs(ms) < 10_000) return words.format(0, 'second')
  const step = steps.find(step => Math.round(Math.abs(ms) / step.ms) < step.until) ?? steps[6]
  return words.format(Math.round(ms / step.ms), step.unit)
}

// -- phones and people -------------------------------------------------------------

/**
 * "+919830041172" -> "+91 98300 41172", a line of an Indian office too, since nobody knows from the digits alone where
 * its area code ends. A number from elsewhere has its country's code first and the rest in groups of three.
 */
export function formatPhone(phone: string) {
  const digits = phone.replace(/[^\d+]/g, '')
  const indian = /^\+91(\d{5})(\d{5})$/.exec(digits) ?? /^0?([6-9]\d{4})(\d{5})$/.exec(digits)
  if (indian) return `+91 ${indian[1]} ${indian[2]}`
  const [, country, rest] = countryCode.exec(digits) ?? []
  return country && rest ? `${country} ${rest.replace(/(\d{3})(?=\d{3,})/g, '$1 ')}` : phone
}

/** No code begins another one: those of one digit, those of two, and all others have three. */
const countryCode = /^(\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}))(\d{4,})$/

/** "Ananya Banerjee" -> "AB", for an avatar. */
export function initials(name: string) {
  const words = name.trim().split(/[\s._-]+/)
  const last = words.length > 1 ? words[words.length - 1] : undefined
  const first = (word: string | undefined) => Array.from(word ?? '').at(0) ?? ''
  return (first(words[0]) + first(last)).toLocaleUpperCase(locale)
}
