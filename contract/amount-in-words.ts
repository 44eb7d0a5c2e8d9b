const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** In India a large number is counted in crores, lakhs and thousands. */
const scales = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const

function words(number: number): string {
  if (number < 20) return small[number]!
  if (number < 100) {
    const [ten, one] = [Math.floor(number / 10), number % 10]
    return one === 0 ? tens[ten]! : `${tens[ten]!}-${small[one]!}`
  }
  const [size, name] = scales.find(([size]) => number >= size)!
  const rest = number % size
  // More than a hundred crore is said as a number of crores.
  const head = `${words(Math.floor(number / size))} ${name}`
  return rest === 0 ? head : `${head} ${words(rest)}`
}

const units: Readonly<Record<string, readonly [whole: string, part: string]>> = { INR: ['Rupees', 'paise'] }

/**
 * An amount as invoices in India say it: 1599600 paise are "Rupees fifteen thousand nine hundred ninety-six only". Other
 * currencies are said by their letters and hundredths.
 */
export function amountInWords(minor: number, currency: string): string {
  const [whole, part] = units[currency] ?? [currency, 'hundredths']
  const amount = Math.abs(minor)
  const [major, rest] = [Math.floor(amount / 100), amount % 100]
  const said = `${whole} ${minor < 0 ? 'minus ' : ''}${words(major)}`
  return rest === 0 ? `${said} only` : `${said} and ${words(rest)} ${part} only`
}
