import { amountsOf, type Priced } from './totals.ts'

/** What is taxed at one rate under one code of goods. */
export type TaxRow = { hsn: string | null; rate: number; taxable: number; tax: number }

/**
 * The tax of a sale by the code of its goods and the rate. Fees stand with the goods that they are taxed as. The rows add up
 * to the sale's taxable value and its tax.
 */
export function taxTable(sale: Priced, codes: readonly (string | null)[]): TaxRow[] {
  const { lines, fees } = amountsOf(sale)
  const rows = new Map<string, TaxRow>()
  const add = (hsn: string | null, { rate, taxable, tax }: Pick<TaxRow, 'rate' | 'taxable' | 'tax'>) => {
    const key = `${hsn ?? ''} ${rate}`
    const row = rows.get(key) ?? { hsn, rate, taxable: 0, tax: 0 }
    rows.set(key, { ...row, taxable: row.taxable + taxable, tax: row.tax + tax })
  }
  for (const [at, line] of lines.entries()) add(codes[at] ?? null, line)
  if (fees.net !== 0) {
    const like = lines.findIndex(({ rate, net }) => rate === fees.rate && net > 0)
    add(codes[like] ?? null, fees)
  }
  return [...rows.values()].toSorted((a, b) => b.rate - a.rate || (a.hsn ?? '').localeCompare(b.hsn ?? ''))
}
