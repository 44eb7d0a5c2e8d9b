/** One row of a sheet: its cells, and the text that they were read from. */
type SheetRow = { cells: string[]; raw: string }

/**
 * What a spreadsheet puts on the clipboard, as rows of cells: tabs between them, cells with breaks or tabs in quotes.
 * An empty row keeps its place, because the rows below it belong to other records.
 * A CSV library is too lenient here: it takes the quotes off `"Best" shop`.
 */
export const readSheet = (text: string, delimiter: Delimiter = '\t'): string[][] =>
  sheetRows(text, delimiter).map(({ cells }) => cells)

type Delimiter = '\t' | ';' | ','

export const isBlank = (cells: readonly string[]): boolean => cells.every(cell => cell.trim() === '')

/** The rows up to the last one with something in it. */
export const withoutBlankEnd = (rows: readonly string[][]): string[][] =>
  rows.slice(0, rows.findLastIndex(row => !isBlank(row)) + 1)

/** What parts the cells of a text without tabs, where every line has as many of them: an offer, nothing is sure. */
export function delimiterIn(text: string): ';' | ',' | null {
  if (text.includes('\t')) return null
  const fits = (delimiter: Delimiter) => {
    const [first, ...others] = readSheet(text, delimiter).filter(row => !isBlank(row))
    const count = first?.length ?? 0
    return count > 1 && others.length > 0 && others.every(row => row.length === count)
  }
  return ([';', ','] as const).find(fits) ?? null
}

/** The same with every row as it was typed. */
export function sheetRows(text: string, delimiter: Delimiter = '\t'): SheetRow[] {
  const rows: SheetRow[] = []
  let row: string[] = []
  let cell = ''
  let at = text.startsWith('\ufeff') ? 1 : 0
  let from = at
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push({ cells: row, raw: text.slice(from, at) })
    row = []
  }
  while (at < text.length) {
    const sign = text[at]!
    const quoted = cell === '' && sign === '"' ? quotedAt(text, at, delimiter) : null
    if (quoted) {
      cell = quoted.text
      at = quoted.end
    } else if (sign === delimiter) {
      endCell()
      at += 1
    } else if (sign === '\n' || sign === '\r') {
      endRow()
      at += text.startsWith('\r\n', at) ? 2 : 1
      from = at
    } else {
      cell += sign
      at += 1
    }
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** A quoted cell, with its quotes taken off; null where the quote is just a sign of the text. */
function quotedAt(text: string, from: number, delimiter: Delimiter): { text: string; end: number } | null {
  let found = ''
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') found += text[at]
    else if (text[at + 1] === '"') {
      found += '"'
      at += 1
    } else {
      const after = text[at + 1]
      return after === undefined || `${delimiter}\r\n`.includes(after) ? { text: found, end: at + 1 } : null
    }
  }
  return null
}

/** The columns that the first row names; null where most of it is something else. A column is filled once. */
export function headOf<T>(row: readonly string[], named: (cell: string) => T | undefined): (T | null)[] | null {
  const found = row.map(cell => (cell.trim() === '' ? null : (named(cell.trim()) ?? null)))
  const count = found.filter(one => one !== null).length
  if (count === 0 || count * 2 < row.filter(cell => cell.trim() !== '').length) return null
  return found.map((one, index) => (one !== null && found.indexOf(one) === index ? one : null))
}

/** Rows of cells as a spreadsheet takes them. */
export const writeSheet = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(row => row.map(cell => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\r\n')
