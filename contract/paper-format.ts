/** How figures and days look on paper, where a column stands below another. */
export type PaperFormat = {
  /** Every amount has its decimals. */
  plain(minor: number): string
  sign: string
  count(value: number): string
  /** 1800 is "18 %". */
  percent(rate: number): string
  /** "2026-11-19" is "19 Nov 2026". */
  day(date: string): string
}

/** Of that locale and currency: the same on a screen and in a file that the server makes. */
export function paperFormat(locale: string, currency: string): PaperFormat {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const counts = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const rates = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return {
    plain: minor => amounts.format(minor / 10 ** digits),
    sign: money.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency,
    count: value => counts.format(value),
    percent: rate => `${rates.format(rate / 100)} %`,
    day: date => days.format(new Date(`${date}T00:00:00Z`)),
  }
}
