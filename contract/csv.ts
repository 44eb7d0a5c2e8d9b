/** White space and apostrophes, behind which a spreadsheet still finds the formula; an apostrophe more changes nothing of that. */
const LEADING = String.raw`['\s\u00a0\ufeff]*`
/** What a spreadsheet would take for a formula; full-width and small forms are read like the others. */
const SIGNS = String.raw`[=+\-@＝＋－＠﹢﹣]`
/** At the beginning of a cell, where a tab, a break and a nought byte count too. */
const FORMULA = String.raw`${LEADING}(?:${SIGNS}|(?<=[\t\r\n])|\u0000)`

const unsafe = new RegExp(`^${FORMULA}`)
const guard = new RegExp(`^'(?=${FORMULA})`)
/** The same behind a sign that another spreadsheet takes for the end of a cell, whatever quotes stand around it. */
const unsafeBehind = new RegExp(String.raw`(?<=[;\t])(?=${LEADING}${SIGNS})`, 'g')
const guardBehind = new RegExp(String.raw`(?<=[;\t])'(?=${LEADING}${SIGNS})`, 'g')

export type Cell = string | number | null

/** A text that nothing can calculate with. */
function guarded(said: string): string {
  const text = said.replaceAll(unsafeBehind, "'")
  return unsafe.test(text) ? `'${text}` : text
}

/** The text that was guarded so; of any other cell, the text itself. */
export const unguarded = (cell: string): string => cell.replace(guard, '').replaceAll(guardBehind, '')

/** For where no formula is calculated: only a text that would lose a sign of its own on the way back gets another one. */
export const reversible = (text: string): string => (unguarded(text) === text ? text : guarded(text))

/** A number is a number, negative ones too. */
const safe = (cell: Cell): string => (typeof cell === 'string' ? guarded(cell) : String(cell ?? ''))

const quoted = (text: string) => (/[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One row of a file that any spreadsheet opens as it is meant. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell => quoted(safe(cell))).join(',')}\r\n`

/** Says that what follows is UTF-8: without it Excel reads names as gibberish. */
export const BOM = '\ufeff'
