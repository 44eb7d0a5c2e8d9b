/** What a spreadsheet would take for a formula at the beginning of a cell; full-width forms are read like the others. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r\n\u0000＝＋－＠﹢﹣]/

export type Cell = string | number | null

/** The same behind a sign that another spreadsheet takes for the end of a cell, whatever quotes stand around it. */
const BEHIND = /(?<=[;\t])(?=[\s\u00a0\ufeff]*[=+\-@＝＋－＠﹢﹣])/g

/** A text that nothing can calculate with; a number is a number, negative ones too. */
function safe(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const text = cell.replaceAll(BEHIND, "'")
  return FORMULA.test(text) ? `'${text}` : text
}

const quoted = (text: string) => (/[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One row of a file that any spreadsheet opens as it is meant. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell => quoted(safe(cell))).join(',')}\r\n`

/** Says that what follows is UTF-8: without it Excel reads names as gibberish. */
export const BOM = '\ufeff'
