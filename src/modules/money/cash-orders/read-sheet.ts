import { delimiterIn, isBlank, readSheet } from '#contract/sheet.ts'
import { parseMoney } from '#src/lib/parse-number.ts'

type SheetLine = {
  /** Which line of the pasted sheet it is, from 1. */
  at: number
  awb: string
  /** In minor units. */
  amount: number
}
export type Sheet = {
  lines: SheetLine[]
  /** Lines without a number of a parcel, or without an amount. */
  unread: { at: number; text: string }[]
}

const words = (cell: string) => cell.toLowerCase().split(/[^a-z]+/)
const says = (names: readonly string[]) => (cell: string) => words(cell).some(word => names.includes(word))
const isAwb = says(['awb', 'waybill', 'tracking', 'docket', 'consignment', 'shipment'])
/** The sum of money before what may be one, and no day or number of a payment. */
const amountHeads = [says(['amount', 'cod', 'collected']), says(['net', 'payable', 'value', 'remitted', 'remittance'])]
const isOther = says(['date', 'day', 'time', 'utr', 'id', 'ref', 'reference', 'no', 'number', 'status'])

/**
 * Which parcel brought how much, out of the cells of a courier's sheet. Columns are known by their heads; without heads the
 * first column is the parcel's number and the last one that holds an amount is the amount.
 */
export function readRemittance(text: string): Sheet {
  const rows = readSheet(text, delimiterIn(text) ?? '\t').map((cells, at) => ({ at: at + 1, cells }))
  const filled = rows.filter(({ cells }) => !isBlank(cells))
  const head = filled[0]?.cells ?? []
  const awbAt = head.findIndex(isAwb)
  const amountAt =
    amountHeads
      .map(isAmount => head.findLastIndex((cell, at) => at !== awbAt && isAmount(cell) && !isOther(cell)))
      .find(at => at >= 0) ?? -1
  const hasHead = awbAt >= 0 && amountAt >= 0
  const sheet: Sheet = { lines: [], unread: [] }
  for (const { at, cells } of hasHead ? filled.slice(1) : filled) {
    const awb = (cells[hasHead ? awbAt : 0] ?? '').trim()
    const place = hasHead ? amountAt : lastAmount(cells)
    const amount = place < 0 ? null : amountIn(cells[place])
    if (awb && amount !== null && awb.length <= 60) sheet.lines.push({ at, awb, amount })
    else sheet.unread.push({ at, text: cells.join(' ').trim() })
  }
  return sheet
}

function amountIn(cell: string | undefined): number | null {
  const amount = parseMoney((cell ?? '').trim())
  return amount === null || Number.isNaN(amount) || amount < 0 ? null : amount
}

const lastAmount = (cells: readonly string[]) => cells.findLastIndex((cell, at) => at > 0 && amountIn(cell) !== null)
