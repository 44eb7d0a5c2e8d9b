import { withoutUnseen } from '#contract/unseen.ts'
import { currencySign, decimalsOf, houseNow, localeNow, once } from './format.ts'

/** Spaces and apostrophes that group the digits of a number. */
const clutter = /[\s'’_]/g
/** Without these, and without what nobody sees. */
const bareOf = (text: string) => withoutUnseen(text).replace(clutter, '')

type Signs = { digits: string; group: string; decimal: string }

/** How the language of the screen writes numbers. */
const signs = (): Signs =>
  once('signs', () => {
    const parts = new Intl.NumberFormat(localeNow(), { minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
    const of = (type: string) => parts.find(part => part.type === type)?.value ?? ''
    const digits = new Intl.NumberFormat(localeNow(), { useGrouping: false }).format(9_876_543_210)
    return {
      digits: Array.from(digits).toReversed().join(''),
      group: bareOf(of('group')),
      decimal: of('decimal'),
    }
  })

/** The digits of every language as ours. */
export function plainDigits(text: string): string {
  const digits = Array.from(signs().digits)
  return digits[0] === '0'
    ? text
    : Array.from(text, sign => (digits.includes(sign) ? digits.indexOf(sign) : sign)).join('')
}

/** Short for the zeros that nobody likes to type. */
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  lac: 1e5,
  lakh: 1e5,
  m: 1e6,
  mn: 1e6,
  cr: 1e7,
  crore: 1e7,
}

/** A number as people type it: "1,299.5", "1299,5", "−3", "12k". Empty = null, anything else that is no number = NaN. */
export function parseNumber(text: string): number | null {
  const bare = bareOf(plainDigits(text)).replace(/^[−–]/, '-')
  if (bare === '') return null
  const [, short, scale] = /^(.*\d)([a-z]+)$/i.exec(bare) ?? []
  if (short !== undefined && scale !== undefined) {
    const factor = scales[scale.toLowerCase()]
    return factor === undefined ? Number.NaN : Number((parsePlain(short) * factor).toFixed(6))
  }
  return parsePlain(bare)
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** As the language of the screen writes it, else as anybody does who cannot be misunderstood. */
function parsePlain(bare: string): number {
  const { group, decimal } = signs()
  const whole = group ? `\\d{1,3}(?:${quoted(group)}\\d{2,3})*${quoted(group)}\\d{3}|\\d+` : String.raw`\d+`
  if (new RegExp(`^-?(?:${whole})?(?:${quoted(decimal)}\\d*)?$`).test(bare)) {
    const plain = (group ? bare.replaceAll(group, '') : bare).replace(decimal, '.')
    return /\d/.test(plain) ? Number(plain) : Number.NaN
  }
  const dots = bare.split('.').length - 1
  const commas = bare.split(',').length - 1
  let plain = bare
  if (dots && commas) {
    // Whichever comes last parts the whole from the rest.
    const point = bare.lastIndexOf('.') > bare.lastIndexOf(',') ? '.' : ','
    if ((point === '.' ? dots : commas) > 1) return Number.NaN
    const [front = '', rest = ''] = bare.split(point)
    if (!grouped(front)) return Number.NaN
    plain = `${front.replace(/[.,]/g, '')}.${rest}`
  } else if (commas) {
    // "1,299" and "12,34,567" are grouped; "12,5" and "1299,50" carry a decimal comma.
    const isDecimal = commas === 1 && /,\d{0,2}$/.test(bare)
    if (!isDecimal && !grouped(bare)) return Number.NaN
    plain = isDecimal ? bare.replace(',', '.') : bare.replaceAll(',', '')
  }
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

const grouped = (whole: string) => /^-?\d{1,3}([.,]\d{2,3})*[.,]\d{3}$|^-?\d+$/.test(whole)

/**
 * An amount as people type it, in minor units: "1,299.50" -> 129950, "₹ 500/-" -> 50000, "12k" -> 1200000. Empty = null.
 * NaN = not an amount, or finer than the currency goes: refused rather than rounded.
 */
export function parseMoney(text: string, currency = houseNow().currency): number | null {
  const known = [currency, currencySign(currency), currencySign(currency, 'symbol')].map(one =>
    quoted(withoutUnseen(one)),
  )
  const sign = `(?:rs\\.?|${known.join('|')})`
  const bare = withoutUnseen(text)
    .trim()
    .replace(/^[−–]/, '-')
    .replace(new RegExp(`^(-)?\\s*${sign}\\s*`, 'i'), '$1')
    .replace(/\s*\/[-–=]?$/, '')
    .replace(new RegExp(`\\s*${sign}$`, 'i'), '')
  const value = parseNumber(bare)
  if (value === null || Number.isNaN(value)) return withoutUnseen(text).trim() === '' ? null : Number.NaN
  const digits = decimalsOf(currency)
  const minor = Math.round(value * 10 ** digits)
  return minor / 10 ** digits === value && Number.isSafeInteger(minor) ? minor : Number.NaN
}
