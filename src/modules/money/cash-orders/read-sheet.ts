import { hasLostDigits } from '#contract/awb.ts'
import { delimiterIn, isBlank, readSheet } from '#contract/sheet.ts'
import { parseMoney } from '#src/lib/parse-number.ts'

type SheetLine = {
  /** Which line of the pasted sheet it is, from 1. */
  at: number
  awb: string
  /** In minor units: what was collected, before the courier kept anything of it. */
  amount: number
  /** What the courier keeps for it. */
  charges: number
}
type Unread = { at: number; text: string }
/** In which columns the parcel's number and the amount stand, from 0. */
export type Columns = { awb: number; amount: number }
export type Sheet = {
  lines: SheetLine[]
  /** Lines without a number of a parcel, or without an amount. */
  unread: Unread[]
  /** Lines that add up the others: no parcel is meant. */
  totals: Unread[]
  /** Lines whose number a spreadsheet has rounded: they may be any parcel's. */
  lost: Unread[]
  /** The columns as their first cells say them, where somebody has to say which is which. */
  ask: string[] | null
}

const words = (cell: string) => cell.toLowerCase().split(/[^a-z]+/)
const says = (names: readonly string[]) => (cell: string) => words(cell).some(word => names.includes(word))
const isAwb = says(['awb', 'waybill', 'tracking', 'docket', 'consignment', 'shipment'])
const isGross = says(['amount', 'amt', 'cod', 'collected'])
/** What is left of it once the courier has kept its charges. */
const isNet = says(['net', 'payable', 'remitted', 'remittance'])
const isValue = says(['value'])
const isCharge = says([
  'deduction',
  'deductions',
  'deducted',
  'charge',
  'charges',
  'fee',
  'fees',
  'freight',
  'commission',
])
const isOther = says(['date', 'day', 'time', 'utr', 'id', 'ref', 'reference', 'no', 'number', 'status'])
const isTotal = says(['total', 'totals', 'subtotal', 'sum'])

type Row = { at: number; cells: string[] }
type Places = Columns & { charges: number[]; isNet: boolean }

/**
 * Which parcel brought how much, out of the cells of a courier's sheet. Columns are known by their heads. Where these do not
 * say it, and more than one column could be the amount, nothing is guessed: `ask` is the columns, and `chosen` the answer.
 */
export function readRemittance(text: string, chosen: Columns | null = null): Sheet {
  const rows: Row[] = readSheet(text, delimiterIn(text) ?? '\t').map((cells, at) => ({ at: at + 1, cells }))
  const filled = rows.filter(({ cells }) => !isBlank(cells))
  const sheet: Sheet = { lines: [], unread: [], totals: [], lost: [], ask: null }
  const head = filled[0]?.cells ?? []
  const said = placesIn(head)
  const places = chosen ? { ...said, ...chosen, isNet: false } : (whole(said) ?? onlyWay(filled))
  if (!places) return { ...sheet, ask: filled.length > 0 ? columnsOf(filled) : null }
  const hasHead = whole(said) !== null || !holdsAmount(head[places.amount])
  for (const row of hasHead ? filled.slice(1) : filled) readRow(sheet, row, places)
  return sheet
}

function readRow(
  sheet: Sheet,
  { at, cells }: Row,
  { awb: awbAt, amount: amountAt, charges: chargesAt, isNet }: Places,
) {
  const awb = (cells[awbAt] ?? '').trim()
  const amount = amountIn(cells[amountAt])
  const line = { at, text: cells.join(' ').trim() }
  if (!/\d/.test(awb) && cells.some(cell => isTotal(cell))) sheet.totals.push(line)
  else if (awb && hasLostDigits(awb)) sheet.lost.push(line)
  else if (awb && amount !== null && awb.length <= 60) {
    const charges = chargesAt
      .filter(place => place !== amountAt)
      .reduce((sum, place) => sum + Math.abs(moneyIn(cells[place]) ?? 0), 0)
    sheet.lines.push({ at, awb, amount: isNet ? amount + charges : amount, charges })
  } else sheet.unread.push(line)
}

/** What the heads say; -1 where they do not say it, or say it of several columns. */
function placesIn(head: readonly string[]): Places {
  const awb = head.findIndex(isAwb)
  const charges = head.flatMap((cell, at) => (at !== awb && isCharge(cell) && !isOther(cell) ? at : []))
  const found = [isGross, isNet, isValue]
    .map(isAmount =>
      head.flatMap((cell, at) =>
        at !== awb && !charges.includes(at) && isAmount(cell) && !isOther(cell) ? [{ at, cell }] : [],
      ),
    )
    .find(columns => columns.length > 0)
  const [amount] = found?.length === 1 ? found : []
  return { awb, amount: amount?.at ?? -1, charges, isNet: amount !== undefined && isNet(amount.cell) }
}

const whole = (places: Places): Places | null => (places.awb >= 0 && places.amount >= 0 ? places : null)

/** Without heads the number stands first, where one other column holds amounts and no more than one. */
function onlyWay(rows: readonly Row[]): Places | null {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const amounts = Array.from({ length: width }, (_, at) => at).filter(at =>
    rows.some(({ cells }) => holdsAmount(cells[at])),
  )
  const others = amounts.filter(at => at > 0)
  return others.length === 1 ? { awb: 0, amount: others[0]!, charges: [], isNet: false } : null
}

/** Each column by what stands in it at the top. */
function columnsOf(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, at) =>
    rows
      .slice(0, 2)
      .map(({ cells }) => (cells[at] ?? '').trim())
      .filter(cell => cell !== '')
      .join(' · '),
  )
}

function moneyIn(cell: string | undefined): number | null {
  const amount = parseMoney((cell ?? '').trim())
  return amount === null || Number.isNaN(amount) ? null : amount
}

function amountIn(cell: string | undefined): number | null {
  const amount = moneyIn(cell)
  return amount === null || amount < 0 ? null : amount
}

const holdsAmount = (cell: string | undefined): boolean => amountIn(cell) !== null
