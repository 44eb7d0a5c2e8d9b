/** What a spreadsheet would take for a formula at the beginning of a cell; full-width forms are read like the others. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r\n\u0000＝＋－＠﹢﹣]/

export type Cell = string | number | null

/** A text that nothing can calculate with; a number is a number, negative ones too. */
const safe = (cell: Cell): string => (typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell ?? ''))

const quoted = (text: string) => (/[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One row of a file that any spreadsheet opens as it is meant. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell => quoted(safe(cell))).join(',')}\r\n`

/** Says that what follows is UTF-8: without it Excel reads names as gibberish. */
export const BOM = '\ufeff'
