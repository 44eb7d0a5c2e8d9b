import type { Invoice, InvoiceLine } from '#contract/modules/money/billed.ts'
import { invoicedOf } from '#contract/modules/money/invoice-rules.ts'
import { allFields } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { amountsOf } from '#contract/totals.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import type { Of } from './billing.ts'
import { allOf, evenedBy, isLast, pricedPieces, sharesOf, type Piece, type Wanted } from './invoice-parts.ts'
import { sourceOf, wholeInvoice, type Source } from './invoice-source.ts'

type Values = Record<string, unknown>

const said = (amount: number) => (Math.max(amount, 0) / 100).toFixed(2)
const mineOf = ({ row }: Occasion) => row as unknown as Invoice

/** What a draft says: the lines that were asked for, or all that is left, with their part of discounts and fees. */
export async function drafted(occasion: Occasion, of: Of, onlyIssued = false): Promise<Values> {
  const { tx, changes } = occasion
  const mine = mineOf(occasion)
  const source = await sourceOf(tx, of, { mine, onlyIssued })
  const wanted: Wanted[] = isChosen(of) && mine.lines.length > 0 ? mine.lines : allOf(source.left)
  // Fees alone are asked for where the goods are on other invoices, or are not sent any more.
  if (wanted.length === 0 && (mine.kind === 'creditNote' || source.left.fees <= 0))
    throw problem('not-now', mine.kind === 'creditNote' ? 'All of it is credited already.' : 'All of it is invoiced.')
  refuseTooMuch(source, wanted)
  const pieces = pricedPieces(source.whole, source.left, wanted)
  const shares = sharesOf(source.whole, source.left, pieces)
  // Of what is not sent nobody pays the fees; while anything stays they do.
  const fees = mine.kind === 'creditNote' && !isLast(source.left, pieces) ? 0 : shares.fees
  // While the lines stay as they are, so does what was typed of the other one.
  const staysTyped = occasion.action === 'change' && !('lines' in changes)
  const isTyped = (field: 'discount' | 'fees') =>
    occasion.before ? field in changes || staysTyped : (mine[field] ?? 0) > 0
  const typed = {
    discount: isTyped('discount') ? (mine.discount ?? 0) : shares.discount,
    fees: isTyped('fees') ? (mine.fees ?? 0) : fees,
  }
  refuseMoreThanLeft(source, typed)
  const lines = await described(occasion, of, source, pieces)
  return evened(of, source, mine, { lines, ...typed, taxIncluded: source.taxIncluded, feeRate: source.feeRate })
}

/** Is it said which lines it takes, and how much of each? What is asked for at once is taken as a whole. */
const isChosen = ({ billing, against }: Of) => against !== null || !billing.atOnce

/** The same as it is issued, if nobody was faster: where lines are chosen its amounts stay what somebody has looked at. */
export async function settled(occasion: Occasion, of: Of): Promise<Values> {
  if (!isChosen(of)) return drafted(occasion, of, true)
  const mine = mineOf(occasion)
  const source = await sourceOf(occasion.tx, of, { mine, onlyIssued: true })
  refuseTooMuch(source, mine.lines)
  const lines = await described(occasion, of, source, wholeInvoice(mine).lines)
  return evened(of, source, mine, { lines })
}

function evened({ billing }: Of, source: Source, mine: Invoice, values: Values): Values {
  const known = allFields(billing.invoices)
  const own = Object.fromEntries(Object.entries(values).filter(([field]) => field in known))
  const become = { ...mine, ...own }
  const amounts = amountsOf(invoicedOf(become))
  return { ...own, evened: evenedBy(source.left, wholeInvoice(become), amounts) }
}

function refuseTooMuch({ left }: Source, wanted: readonly Wanted[]): void {
  const wrong: Record<string, string> = {}
  for (const [at, { line, qty }] of wanted.entries()) {
    const of = left.lines.find(one => one.line === line)
    if (!of || wanted.findIndex(one => one.line === line) !== at)
      wrong[`lines.${at}.line`] = 'Choose each line of it once.'
    else if (qty > of.qty) wrong[`lines.${at}.qty`] = `Only ${Math.max(of.qty, 0)} are left.`
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

function refuseMoreThanLeft({ left }: Source, typed: { discount: number; fees: number }): void {
  const wrong: Record<string, string> = {}
  if (typed.discount > Math.max(left.discount, 0)) wrong.discount = `Only ${said(left.discount)} of it is left.`
  if (typed.fees > Math.max(left.fees, 0)) wrong.fees = `Only ${said(left.fees)} of them are left.`
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

/** The lines with what is asked for in them, as the order, the job or the credited invoice says it. */
async function described(
  occasion: Occasion,
  { billing, subject, against }: Of,
  { others }: Source,
  pieces: readonly Piece[],
): Promise<InvoiceLine[]> {
  const { tx } = occasion
  const describe = await billing.describer(tx, subject, others)
  const former = new Map(mineOf(occasion).lines.map(({ id, line }) => [line, id]))
  const lines: InvoiceLine[] = []
  for (const piece of pieces) {
    const { line, qty, unitPrice } = piece
    const id = former.get(line) ?? (await tx.nextId())
    const credited = against?.lines.find(one => one.line === line)
    if (credited) lines.push({ ...credited, id, qty, ...partOf(credited, piece) })
    else lines.push({ id, line, qty, unitPrice, ...(await describe(piece)) })
  }
  return lines
}

/** Which devices come back nobody knows where not all do. */
const partOf = (credited: InvoiceLine, { qty, discount }: Piece) =>
  'serials' in credited ? { discount, serials: qty === credited.qty ? credited.serials : null } : {}
