import type { Amounts } from '#contract/totals.ts'

/** So much of a line of an order: all of it, or what a document takes of it. */
export type Piece = { line: number; qty: number; unitPrice: number; discount: number }
/** What a document comes to, and of what. */
export type Whole = { lines: readonly Piece[]; discount: number; fees: number; total: number }
/** What others took of the whole; what they gave back counts against it. */
export type Taken = { sign: 1 | -1; of: Whole }
/** How much of which line somebody wishes. */
export type Wanted = { line: number; qty: number }

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
const between = (amount: number, most: number) => Math.min(Math.max(amount, 0), Math.max(most, 0))
const goodsOf = ({ lines }: Pick<Whole, 'lines'>) =>
  sum(lines.map(({ qty, unitPrice, discount }) => qty * unitPrice - discount))
/** What is said before tax and rounding make a total of it. */
const saidOf = (whole: Omit<Whole, 'total'>) => goodsOf(whole) - whole.discount + whole.fees

/** What is left of the whole when others have taken their part. */
export function leftOf(whole: Whole, taken: readonly Taken[]): Whole {
  const less = (of: (one: Whole) => number) => of(whole) - sum(taken.map(one => one.sign * of(one.of)))
  const ofLine = (id: number, of: (piece: Piece) => number) => (one: Whole) =>
    sum(one.lines.filter(({ line }) => line === id).map(of))
  return {
    lines: whole.lines.map(piece => ({
      ...piece,
      qty: less(ofLine(piece.line, ({ qty }) => qty)),
      discount: less(ofLine(piece.line, ({ discount }) => discount)),
    })),
    discount: less(({ discount }) => discount),
    fees: less(({ fees }) => fees),
    total: less(({ total }) => total),
  }
}

/** Everything of the whole that is left to take. */
export const allOf = ({ lines }: Whole): Wanted[] => lines.flatMap(({ line, qty }) => (qty > 0 ? [{ line, qty }] : []))

/** Is nothing of any line left when these are taken? */
export const isLast = (left: Whole, wanted: readonly Wanted[]) =>
  left.lines.every(({ line, qty }) => qty <= sum(wanted.filter(one => one.line === line).map(one => one.qty)))

/** The discount of each wanted piece: its part of the line's, and the rest for whoever takes the last of it. */
export const pricedPieces = (whole: Whole, left: Whole, wanted: readonly Wanted[]): Piece[] =>
  wanted.map(({ line, qty }) => {
    const of = whole.lines.find(one => one.line === line)!
    const rest = left.lines.find(one => one.line === line)!
    const part = qty >= rest.qty ? rest.discount : Math.round((of.discount * qty) / Math.max(of.qty, 1))
    return { line, qty, unitPrice: of.unitPrice, discount: between(part, Math.min(rest.discount, qty * of.unitPrice)) }
  })

/** What these pieces take of the discount and the fees of the whole; the last ones take the rest. */
export function sharesOf(whole: Whole, left: Whole, lines: readonly Piece[]): { discount: number; fees: number } {
  const goods = goodsOf(whole)
  const net = goodsOf({ lines })
  const isRest = isLast(left, lines)
  const part = (amount: number) => (goods > 0 ? Math.round((amount * net) / goods) : 0)
  return {
    discount: between(isRest ? left.discount : part(whole.discount), Math.min(left.discount, net)),
    fees: between(isRest ? left.fees : part(whole.fees), left.fees),
  }
}

/**
 * What makes the totals of all parts the total of the whole, where this one is the last and takes exactly what is left. Each
 * part is rounded by itself, so that nothing but rounding is ever evened out.
 */
export function evenedBy(left: Whole, mine: Omit<Whole, 'total'>, { total }: Pick<Amounts, 'total'>): number {
  return isLast(left, mine.lines) && saidOf(mine) === saidOf(left) ? left.total - total : 0
}
