import { amountsOf, type PricedLine } from '../../totals.ts'

type Values = Record<string, unknown>

/** What the form has while somebody types may not be a number yet. */
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
export const linesIn = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : [])

const HOUR = 60

/** Do we bear the cost of this line? */
export const isCovered = (cover: unknown, { pays }: Values): boolean =>
  pays === 'us' || (pays !== 'customer' && cover !== 'paid')

type Billed = { line: Values; covered: boolean; price: PricedLine }

/** Parts, labour and charges of a job in this order, at their prices; `covered`: we bear them. */
const billed = ({ cover, parts, labour, charges }: Values): Billed[] => {
  const of = (line: Values, qty: number, unitPrice: number): Billed => ({
    line,
    covered: isCovered(cover, line),
    price: { qty, unitPrice, discount: 0, taxRate: numberOf(line.taxRate) },
  })
  return [
    ...linesIn(parts).map(line => of(line, numberOf(line.qty), numberOf(line.price))),
    ...linesIn(labour).map(line => of(line, 1, Math.round((numberOf(line.minutes) * numberOf(line.rate)) / HOUR))),
    ...linesIn(charges).map(line => of(line, 1, numberOf(line.amount))),
  ]
}

/** What a job costs its customer: what the warranty or our goodwill covers stands there with nothing. */
export const pricedJob = (job: Values): PricedLine[] =>
  billed(job).map(({ covered, price }) => (covered ? { ...price, unitPrice: 0 } : price))

/** Each part, hour and charge of a job in this order: who bears its cost, and what is asked for it. */
export const billedLines = (job: Values): { id: number; covered: boolean; amount: number }[] =>
  billed(job).map(({ line, covered, price: { qty, unitPrice } }) => ({
    id: line.id as number,
    covered,
    amount: covered ? 0 : qty * unitPrice,
  }))

/** What a job would have cost its customer beyond what they are asked for: that is at our expense. */
export const borneIn = (job: Values): number =>
  billed(job).reduce((sum, { covered, price: { qty, unitPrice } }) => sum + (covered ? qty * unitPrice : 0), 0)

export function deriveMaintenance(row: Values): Values {
  const sale = { lines: pricedJob(row), taxIncluded: true, discount: 0, shippingFee: 0, codFee: 0 }
  const { taxable, tax, roundOff, total } = amountsOf(sale)
  const minutes = linesIn(row.labour).reduce((sum, line) => sum + numberOf(line.minutes), 0)
  return { taxable, tax, roundOff, total, balance: total - numberOf(row.credited) - numberOf(row.paid), minutes }
}

/** On site it goes nowhere: whoever repairs comes to it. */
const isBrought = ({ serviceMode }: Values) => serviceMode !== 'onSite'
const isAwaited = (row: Values) => isBrought(row) && !row.receivedAt
const isFetched = ({ serviceMode }: Values) => serviceMode === 'pickup'
const isToPay = ({ total }: Values) => numberOf(total) > 0
const isUnrated = ({ rating }: Values) => rating === null
export const whenOf = { isAwaited, isBrought, isFetched, isToPay, isUnrated }
