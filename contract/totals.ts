/** Money in minor units, rates in basis points: 1800 is 18 %. */
export type PricedLine = {
  qty: number
  /** What was taken back of it before it left. */
  cancelled?: number | null
  unitPrice: number
  /** Off the whole line. */
  discount: number
  taxRate: number | null
}

export type Priced = {
  lines: readonly PricedLine[]
  /** Do prices and fees include tax? */
  taxIncluded: boolean
  /** Off the sum of the lines. */
  discount: number
  shippingFee: number
  codFee: number
  /** How fees are taxed, where these are not all the lines that they were charged for. */
  feeRate?: number | null
}

export type LineAmount = {
  /** What is left of the line after its own discount, as its price is said: with tax or without. */
  net: number
  /** Its share of the discount on the whole. */
  share: number
  taxable: number
  tax: number
  rate: number
}

export type Amounts = {
  lines: LineAmount[]
  /** The lines before the discount on the whole. */
  goods: number
  discount: number
  fees: LineAmount
  taxable: number
  tax: number
  /** What brings the sum to a whole unit of the currency. */
  roundOff: number
  total: number
}

const FULL = 10_000
/** One unit of the currency. */
const UNIT = 100

/**
 * What a sale comes to. `taxable + tax + roundOff` is the total to the last minor unit, and the tax of every line is even, so that
 * its two halves (CGST and SGST) are equal. Who buys where decides only how the tax is called, never how much it is.
 */
export function amountsOf({ lines, taxIncluded, discount, shippingFee, codFee, feeRate }: Priced): Amounts {
  const nets = lines.map(netOf)
  const goods = sum(nets)
  const ordered = goodsOrdered(lines)
  // What was taken back takes its part of this discount, too, and of what is not sent nobody pays the fees.
  const off = ordered > 0 ? Math.min(Math.round((Math.max(discount, 0) * goods) / ordered), goods) : 0
  const isSent = lines.length === 0 || lines.some(({ qty, cancelled }) => qty > (cancelled ?? 0))
  const shares = shared(off, nets)
  const amounts = lines.map((line, at) => taxed(nets[at]!, shares[at]!, line.taxRate ?? 0, taxIncluded))
  // A fee is part of what it was charged for: it is taxed as the goods with the highest rate are.
  const rate = feeRate ?? Math.max(0, ...lines.filter((_, at) => nets[at]! > 0).map(line => line.taxRate ?? 0))
  const fees = taxed(isSent ? shippingFee + codFee : 0, 0, rate, taxIncluded)
  const all = [...amounts, fees]
  const taxable = sum(all.map(one => one.taxable))
  const tax = sum(all.map(one => one.tax))
  const total = Math.round((taxable + tax) / UNIT) * UNIT
  return { lines: amounts, goods, discount: off, fees, taxable, tax, roundOff: total - taxable - tax, total }
}

/** What the lines came to when they were ordered. */
export const goodsOrdered = (lines: readonly PricedLine[]): number =>
  sum(lines.map(line => netOf({ ...line, cancelled: 0 })))

/** What was taken back takes its part of the discount with it. */
export function netOf({ qty, cancelled, unitPrice, discount }: PricedLine): number {
  const left = Math.max(qty - (cancelled ?? 0), 0)
  const off = qty > 0 ? Math.round((discount * left) / qty) : 0
  return Math.max(left * unitPrice - off, 0)
}

function taxed(net: number, share: number, rate: number, taxIncluded: boolean): LineAmount {
  const said = net - share
  const half = Math.round((said * rate) / (2 * (taxIncluded ? FULL + rate : FULL)))
  const tax = 2 * half
  return { net, share, taxable: taxIncluded ? said - tax : said, tax, rate }
}

/** An amount in parts as large as the weights are, which add up to it: what rounding leaves goes to the largest remainders. */
export function shared(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights)
  if (whole === 0 || amount === 0) return weights.map(() => 0)
  const exact = weights.map(weight => (amount * weight) / whole)
  const parts = exact.map(Math.floor)
  const left = amount - sum(parts)
  const byRemainder = exact.map((part, at) => ({ at, rest: part - Math.floor(part) }))
  byRemainder.sort((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of byRemainder.slice(0, left)) parts[at]! += 1
  return parts
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
